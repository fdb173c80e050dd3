"""The words of the socket: tagged structs, JSON on the wire (docs/protocol.md).

`web/src/protocol.ts` is generated from this module, so page and server cannot drift apart.
"""

from enum import IntEnum
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from wuyi.bots.decision import Decision
from wuyi.engine.action import Action, Seat
from wuyi.engine.advice import DiscardHint, Wait
from wuyi.engine.event import Event, Exhausted, Scores, Won
from wuyi.engine.explain import Outlook, PricedWait
from wuyi.engine.pieces import RiverTile, TableMeld
from wuyi.engine.reasons import ActionRefusal, WinRefusal
from wuyi.engine.view import View
from wuyi.server.table.happening import VoteKind

PROTOCOL_VERSION = 2


Phrase = Literal[
    "hello",
    "thanks",
    "sorry",
    "well_played",
    "hurry",
    "wait",
    "lucky",
    "unlucky",
    "again",
    "goodbye",
    "smile",
    "laugh",
    "cry",
    "angry",
    "surprised",
    "think",
    "applause",
    "tea",
]
"""What can be said at a table; the page has the words, or the picture."""


# --- from the page ---------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """First message on a socket: who this is. The token never stands in an address.

    seed: this seat's part of the luck of hand 1, as in `GiveSeed`, if this is the first word to a match alone
    with computer players; without any effect later, and elsewhere.
    """

    token: str
    seed: str = ""


class Act(msgspec.Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Do this. `seq` is that of the last `state` seen; an answer to any other is refused as `stale`."""

    seq: int
    action: Action


class Ready(msgspec.Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """The settlement was read; go on to the next hand."""


class Hold(msgspec.Struct, frozen=True, tag="hold", forbid_unknown_fields=True):
    """Keep the claim window open for this seat, or no longer; everybody sees it, with a claim or without."""

    on: bool = True


class Leave(msgspec.Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Let the machine play this seat (托管) until `back`."""


class Back(msgspec.Struct, frozen=True, tag="back", forbid_unknown_fields=True):
    """Take the seat back from the machine."""


class CallVote(msgspec.Struct, frozen=True, tag="vote", forbid_unknown_fields=True):
    """Ask the people at the table for a pause, its end, or the end of the match after this hand."""

    kind: VoteKind


class CastVote(msgspec.Struct, frozen=True, tag="ballot", forbid_unknown_fields=True):
    """Agree to the vote under way, or refuse."""

    yes: bool


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """A quick phrase or an emote, by its id."""

    phrase: Phrase


class Mute(msgspec.Struct, frozen=True, tag="mute", forbid_unknown_fields=True):
    """Tell this seat nothing more of what `seat` says, until it is taken back or the table is left."""

    seat: Seat
    on: bool = True


class GiveSeed(msgspec.Struct, frozen=True, tag="seed", forbid_unknown_fields=True):
    """This seat's part of the luck of hand `hand`, the next one: 64 small hex digits, once a hand."""

    hand: int
    seed: str


class Explain(msgspec.Struct, frozen=True, tag="explain", forbid_unknown_fields=True):
    """Explain this seat's hand as it is, or (`discard`) as it would be without that tile."""

    discard: str | None = None


class Watch(msgspec.Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    """First message of a spectator, in place of `hello`."""


class Look(msgspec.Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """Send the whole `State` again: a change came that does not follow on what is known here."""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there? `at` comes back untouched."""

    at: float


ClientMessage = (
    Hello
    | Act
    | Ready
    | Hold
    | Leave
    | Back
    | CallVote
    | CastVote
    | Say
    | Mute
    | GiveSeed
    | Explain
    | Watch
    | Look
    | Ping
)


# --- from the server -------------------------------------------------------------------------


class Player(msgspec.Struct, frozen=True):
    """Who sits at a seat. `bot` is the id of a computer player, None for a person."""

    name: str
    bot: str | None


class Standing(msgspec.Struct, frozen=True):
    """The match so far. `results`: what each seat gained in each hand played."""

    hand: int
    hands: int
    scores: Scores
    results: tuple[Scores, ...]
    over: bool


class SeatState(msgspec.Struct, frozen=True):
    """How a seat is just now. connected: it has a socket; always true of a computer player.

    auto: the machine plays it in place of its owner (托管). ready: it has read the settlement.
    """

    connected: bool
    auto: bool
    ready: bool


class Clock(msgspec.Struct, frozen=True):
    """The clock of a table that has one, by the server's time when it was sent.

    seat: whose time runs, or None. left: seconds of its move; negative once its bank is used.
    banks: seconds each seat has left for the hand, those used in this move still among them.
    """

    seat: Seat | None
    left: float
    banks: tuple[float, float, float, float]


class Window(msgspec.Struct, frozen=True):
    """The claim window that is open. left: seconds until it closes. holding: the seats that keep it open."""

    left: float
    holding: tuple[Seat, ...]


class Vote(msgspec.Struct, frozen=True):
    """The vote under way. answers: of those who have answered, the caller's first. left: seconds."""

    kind: VoteKind
    voters: tuple[Seat, ...]
    needed: int
    answers: tuple[tuple[Seat, bool], ...]
    left: float


class Proof(msgspec.Struct, frozen=True):
    """What the server is bound to (docs/fairness.md). commitment: SHA-256 of the secret of hand `hand`.

    next_commitment: of the hand after it; empty if there is none. given: the seats that have given a seed for
    that one. secret, seeds: of this hand, once it is over; empty before. practice: the wall is that of a
    record which the player may know, and nothing is proven.
    """

    hand: int
    commitment: str
    next_commitment: str
    given: tuple[Seat, ...]
    secret: str
    seeds: tuple[str, ...]
    practice: bool = False


class State(msgspec.Struct, frozen=True, tag="state"):
    """All that a seat may know now; sent on (re)connection. A `Change` follows whatever else it may know of.

    seq: how many events of the match this seat has been told; what others answer in secret does not count.
    events: what this seat was told since the state before, for motion and sound: nothing on connection.
    history: what it was told of the current hand so far, to be read.
    legal: exactly the actions this seat may take now. win_refused: why a complete hand may not win now, if it
    may not. waits: of the seat's hand as it stands without the drawn tile.
    hints: for each legal discard that leaves a waiting hand.
    clock: None at a table without one. window, vote: None while there is none. settling: seconds until the
    next hand is dealt though not all are ready; None where none is awaited, and for a person alone.
    paused: nobody may act. ending: the match closes with this hand. A spectator is sent the same with
    `view.seat` None.
    """

    seq: int
    view: View
    legal: tuple[Action, ...]
    events: tuple[Event, ...]
    history: tuple[Event, ...]
    waits: tuple[Wait, ...]
    hints: tuple[DiscardHint, ...]
    win_refused: WinRefusal | None
    players: tuple[Player, Player, Player, Player]
    standing: Standing
    seats_state: tuple[SeatState, SeatState, SeatState, SeatState]
    clock: Clock | None
    window: Window | None
    vote: Vote | None
    settling: float | None
    paused: bool
    ending: bool
    proof: Proof


class SeatChange(msgspec.Struct, frozen=True):
    """Those fields of a `SeatView` that are others than before."""

    concealed: int | UnsetType = UNSET
    melds: tuple[TableMeld, ...] | UnsetType = UNSET
    river: tuple[RiverTile, ...] | UnsetType = UNSET
    feeds: tuple[int, int, int, int] | UnsetType = UNSET
    locked: bool | UnsetType = UNSET
    kongs: int | UnsetType = UNSET
    flown: int | UnsetType = UNSET


class ViewChange(msgspec.Struct, frozen=True):
    """Those fields of a `View` that are others than before. seats: of those seats, by their numbers."""

    hand_number: int | UnsetType = UNSET
    dealer: Seat | UnsetType = UNSET
    dice: tuple[int, int, int, int] | UnsetType = UNSET
    caishen: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    turn: Seat | UnsetType = UNSET
    tile: str | UnsetType | None = UNSET
    hand: tuple[str, ...] | UnsetType = UNSET
    drawn: str | UnsetType | None = UNSET
    last: bool | UnsetType = UNSET
    replacement: bool | UnsetType = UNSET
    remaining: int | UnsetType = UNSET
    seats: dict[str, SeatChange] | UnsetType = UNSET
    scores: Scores | UnsetType = UNSET
    result: Won | Exhausted | UnsetType | None = UNSET


class Change(msgspec.Struct, frozen=True, tag="change"):
    """The `State` of a seat after something has changed: only those fields of it that are others than before.

    since: the `seq` of the state that it changes. seq, events: as in a `State`, always there.
    """

    seq: int
    since: int
    events: tuple[Event, ...]
    view: ViewChange
    legal: tuple[Action, ...] | UnsetType = UNSET
    waits: tuple[Wait, ...] | UnsetType = UNSET
    hints: tuple[DiscardHint, ...] | UnsetType = UNSET
    win_refused: WinRefusal | UnsetType | None = UNSET
    standing: Standing | UnsetType = UNSET
    seats_state: tuple[SeatState, SeatState, SeatState, SeatState] | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    window: Window | UnsetType | None = UNSET
    vote: Vote | UnsetType | None = UNSET
    settling: float | UnsetType | None = UNSET
    paused: bool | UnsetType = UNSET
    ending: bool | UnsetType = UNSET
    proof: Proof | UnsetType = UNSET


class Explained(msgspec.Struct, frozen=True, tag="explained"):
    """The answer to `explain`, of the table as it was told up to `seq`.

    waits: fan by fan, of the hand without the drawn tile or, where the question named a `discard`, without
    that. discards: what each legal one would leave, the best first. refused: what else the seat might wish to
    do now, and why it may not. With a `discard` these two are empty. advice: what a strong player would do
    and what it thinks of the alternatives; None where the table gives no hints or the seat is not asked.
    """

    seq: int
    discard: str | None
    waits: tuple[PricedWait, ...]
    discards: tuple[Outlook, ...]
    refused: tuple[ActionRefusal, ...]
    advice: Decision | None


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A seat has said a phrase."""

    seat: Seat
    phrase: Phrase


Reason = Literal[
    "bad_message",
    "too_fast",
    "stale",
    "not_your_seat",
    "hand_running",
    "hand_over",
    "match_over",
    "paused",
    "taken_over",
    "not_taken_over",
    "nothing_to_hold",
    "no_holds_left",
    "vote_running",
    "no_vote",
    "not_a_voter",
    "nothing_to_vote",
    "already_given",
    "no_spectators",
    "not_saved",
    "unknown_token",
    "unknown_match",
    "moved",
    "too_late",
    "bad_rules",
    "unknown_bot",
    "too_many_matches",
    "too_large",
    "bad_origin",
    "not_found",
    "unavailable",
]
"""Why the server itself refuses, beside the reason ids of the engine (docs/protocol.md)."""


class Close(IntEnum):
    """Codes with which the server ends a socket, beside those of RFC 6455. The page comes back by itself
    after SLOW and the codes of the RFC (1012: the server restarts); the others are final."""

    MOVED = 4307
    UNKNOWN_TOKEN = 4401
    UNKNOWN_MATCH = 4404
    NO_HELLO = 4408
    SLOW = 4413
    TOO_FAST = 4429


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The last message changed nothing. `reason` is a `Reason` or an id of the engine, `detail` a line for
    developers."""

    reason: str
    detail: str


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    at: float


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """The only answer to a first message where another server has the match: say it again at `url`, to which
    the path of the socket is to be added."""

    url: str


ServerMessage = State | Change | Said | Explained | Refused | Pong | Moved


# --- over HTTP -------------------------------------------------------------------------------


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/matches. `rules` as RULES.md 8; `bots` are the ids of the three computer players."""

    name: str = ""
    rules: dict[str, Any] = {}
    bots: tuple[str, str, str] = ("greedy", "greedy", "greedy")


class Ticket(msgspec.Struct, frozen=True):
    """What the page keeps to come back to its seat: `GET /api/matches/{match}/socket` with `token`.

    commitment: SHA-256 of the secret of hand 1, which is dealt when this seat says `hello`; empty where the
    tiles are not dealt by luck.
    """

    match: str
    seat: Seat
    token: str
    commitment: str = ""


class Summary(msgspec.Struct, frozen=True):
    """GET /api/matches/{match}: what anybody who knows the address of a match may know."""

    match: str
    players: tuple[Player, Player, Player, Player]
    standing: Standing


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP answer of 400 and above. `reason` is a `Reason`."""

    reason: str
    detail: str
