/** Which screen is open beside the table; its address can be shared and reloaded. */

/** The screens that have an address of their own. */
const ADDRESSES = { calculator: "/c", scorebook: "/b", replay: "/p", lesson: "/l", rules: "/g", drills: "/d" } as const;
type Addressed = keyof typeof ADDRESSES;

export type Screen =
  | { readonly at: "home" | "create" | "join" | "room" | "account" | "records" | "circles" | Exclude<Addressed, "replay"> }
  | { readonly at: "replay"; readonly share: string | null };

class Screens {
  now = $state.raw<Screen>({ at: "home" });
  /** The code a link has brought along. */
  code = $state("");
  /** What `back` leads to: the screen over which another was opened. */
  #below: { readonly now: Screen; readonly address: string } | null = null;

  constructor() {
    addEventListener("popstate", () => this.#returned());
  }

  /** Read the address the page was opened at. */
  read(path: string): void {
    const room = /^\/r\/(\d{6})$/.exec(path);
    if (room) {
      this.code = room[1]!;
      this.now = { at: "join" };
    } else {
      // Links were once made with an s.
      const replay = /^\/[ps]\/([\w-]+)$/.exec(path);
      const plain = Object.entries(ADDRESSES).find(([, address]) => address === path)?.[0] as Addressed | undefined;
      if (replay) this.now = { at: "replay", share: replay[1]! };
      else if (plain === "replay") this.now = { at: "replay", share: null };
      else if (plain) this.now = { at: plain };
    }
  }

  go(at: Exclude<Screen["at"], "replay">): void {
    this.#open({ at });
    if (at !== "room") this.address(at in ADDRESSES ? ADDRESSES[at as Addressed] : "/");
  }

  /** Open the calculator at an address of its own, over the present screen. */
  over(address: string): void {
    const below = { now: this.now, address: location.pathname + location.search };
    this.#open({ at: "calculator" });
    this.#below = below;
    history.replaceState(null, "", address);
  }

  /** To the screen below, as it was left, or else to the start. */
  back(): void {
    const below = this.#below;
    if (below === null || below.now.at === "home") return this.go("home");
    this.#open(below.now);
    history.replaceState(null, "", below.address);
  }

  /** A shared record from its beginning; null: one is to be chosen, or is named by the address. */
  replay(share: string | null): void {
    this.#open({ at: "replay", share });
    this.address(share === null ? ADDRESSES.replay : `${ADDRESSES.replay}/${share}`);
  }

  /** A record of the player's own, seen from their seat; from its deal on, or at a moment. */
  replayOwn(record: string, seat: number, at: number | null = null): void {
    const moment = at === null ? "" : `&at=${at}`;
    this.#open({ at: "replay", share: null });
    history.replaceState(null, "", `${ADDRESSES.replay}?${new URLSearchParams({ record, seat: String(seat) })}${moment}`);
  }

  address(path: string): void {
    if (location.pathname !== path) history.replaceState(null, "", path);
  }

  /** From the start the browser's own way back leads to the start again, rather than away. A room is left by its button. */
  #open(screen: Screen): void {
    if (this.now.at === "home" && screen.at !== "home" && screen.at !== "room") history.pushState(null, "", location.href);
    this.now = screen;
    this.#below = null;
  }

  /** The browser's way back was taken, or another address was typed. */
  #returned(): void {
    if (this.now.at === "room") return;
    this.now = { at: "home" };
    this.read(location.pathname);
  }
}

export const screen = new Screens();
