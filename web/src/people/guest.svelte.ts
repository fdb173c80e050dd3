/** Who plays in this browser: a nickname and a token, and on wish a user name to come in elsewhere. */

import { ApiError, ask } from "../api";
import type { Identity, Login, NewPassword, Person } from "../protocol";
import { forget, load, save } from "../storage";

const KEY = "wuyi.guest";

class Me {
  #identity = $state.raw<Identity | null>(load<Identity>(KEY));
  /** The server does not know this browser's player any more: they have logged out everywhere. */
  revoked = $state(false);

  get player(): Person | null {
    return this.#identity?.player ?? null;
  }

  get id(): string | null {
    return this.#identity?.player.id ?? null;
  }

  get token(): string | undefined {
    return this.#identity?.token;
  }

  /** Be somebody, under this name; throws `ApiError`. */
  async introduce(name: string): Promise<void> {
    if (this.#identity === null) this.#keep(await ask<Identity>("POST", "/api/players", { name }));
    else if (name !== this.#identity.player.name) this.#become(await this.ask<Person>("PATCH", "/api/players/me", { name }));
  }

  async login(login: Login): Promise<void> {
    this.#keep(await ask<Identity>("POST", "/api/players/login", login));
  }

  async setPassword(wish: NewPassword): Promise<void> {
    this.#become(await this.ask<Person>("POST", "/api/players/password", wish));
  }

  /** This browser forgets who it was, even if the server cannot be told. everywhere: all others do, too. */
  async logout(everywhere: boolean): Promise<void> {
    try {
      await this.ask("POST", "/api/players/logout", { everywhere });
    } catch {
      // A token that is kept nowhere opens nothing.
    }
    this.#forget();
  }

  /** Ask as this player; a token that is nobody's any more is forgotten. */
  async ask<Answer>(method: Parameters<typeof ask>[0], path: string, body?: object): Promise<Answer> {
    try {
      return await ask<Answer>(method, path, body, this.token);
    } catch (error) {
      if (error instanceof ApiError && error.reason === "unknown_token" && this.#identity !== null) {
        this.#forget();
        this.revoked = true;
      }
      throw error;
    }
  }

  #become(player: Person): void {
    if (this.#identity !== null) this.#keep({ ...this.#identity, player });
  }

  #keep(identity: Identity): void {
    this.#identity = identity;
    this.revoked = false;
    save(KEY, identity);
  }

  #forget(): void {
    this.#identity = null;
    forget(KEY);
  }
}

export const me = new Me();
