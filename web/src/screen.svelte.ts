/** Which screen is open beside the table; its address can be shared and reloaded. */

/** The screens that have an address of their own. */
const ADDRESSES = { calculator: "/c", scorebook: "/b", replay: "/p", lesson: "/l", rules: "/g" } as const;
type Addressed = keyof typeof ADDRESSES;

export type Screen =
  | { readonly at: "home" | "create" | "join" | "room" | "account" | "records" | "circles" | Exclude<Addressed, "replay"> }
  | { readonly at: "replay"; readonly share: string | null };

class Screens {
  now = $state.raw<Screen>({ at: "home" });
  /** The code a link has brought along. */
  code = $state("");

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
    this.now = { at };
    if (at !== "room") this.address(at in ADDRESSES ? ADDRESSES[at as Addressed] : "/");
  }

  /** A shared record from its beginning; null: one is to be chosen, or is named by the address. */
  replay(share: string | null): void {
    this.now = { at: "replay", share };
    this.address(share === null ? ADDRESSES.replay : `${ADDRESSES.replay}/${share}`);
  }

  /** A record of the player's own, seen from their seat. */
  replayOwn(record: string, seat: number): void {
    history.replaceState(null, "", `${ADDRESSES.replay}?${new URLSearchParams({ record, seat: String(seat) })}`);
    this.now = { at: "replay", share: null };
  }

  address(path: string): void {
    if (location.pathname !== path) history.replaceState(null, "", path);
  }
}

export const screen = new Screens();
