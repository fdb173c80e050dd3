/** Which screen is open beside the table; its address can be shared and reloaded. */

export type Screen =
  | { readonly at: "home" | "create" | "join" | "room" | "account" | "records" | "circles" }
  | { readonly at: "share"; readonly share: string };

class Screens {
  now = $state.raw<Screen>({ at: "home" });
  /** The code a link has brought along. */
  code = $state("");

  /** Read the address the page was opened at. */
  read(path: string): void {
    const room = /^\/r\/(\d{6})$/.exec(path);
    const share = /^\/s\/([\w-]+)$/.exec(path);
    if (room) {
      this.code = room[1]!;
      this.now = { at: "join" };
    } else if (share) {
      this.now = { at: "share", share: share[1]! };
    }
  }

  go(at: Exclude<Screen["at"], "share">): void {
    this.now = { at };
    if (at !== "room") this.address("/");
  }

  address(path: string): void {
    if (location.pathname !== path) history.replaceState(null, "", path);
  }
}

export const screen = new Screens();
