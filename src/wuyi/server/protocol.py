"""The words of the socket: tagged structs, JSON on the wire (docs/protocol.md).

`web/src/protocol.ts` is generated from this module, so page and server cannot drift apart.
"""

from enum import IntEnum
from typing import Any, Literal

import msgspec

from wuyi.engine.action import Action, Seat
from wuyi.engine.advice import DiscardHint, Wait
from wuyi.engine.event import Event, Scores
from wuyi.engine.view import View

PROTOCOL_VERSION = 1


# --- from the page ---------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """First message on a socket: who this is. The token never stands in an address."""

    token: str


class Act(msgspec.Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Do this. `seq` is that of the last `state` seen; an answer to any other is refused as `stale`."""

    seq: int
    action: Action


class Ready(msgspec.Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """The settlement was read; go on to the next hand."""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there? `at` comes back untouched."""

    at: float


ClientMessage = Hello | Act | Ready | Ping


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


class State(msgspec.Struct, frozen=True, tag="state"):
    """All that a seat may know now; sent after every change it may know of and on (re)connection.

    seq: how many events of the match this seat has been told; what others answer in secret does not count.
    events: what this seat was told since the state before (empty on connection), for motion and sound.
    history: on connection, what it was told of the current hand so far, to be read; empty otherwise.
    legal: exactly the actions this seat may take now. win_refused: the reason id why a complete hand may
    not win now, if it may not. waits: of the seat's hand as it stands without the drawn tile.
    hints: for each legal discard that leaves a waiting hand.
    """

    seq: int
    view: View
    legal: tuple[Action, ...]
    events: tuple[Event, ...]
    history: tuple[Event, ...]
    waits: tuple[Wait, ...]
    hints: tuple[DiscardHint, ...]
    win_refused: str | None
    players: tuple[Player, Player, Player, Player]
    standing: Standing


Reason = Literal[
    "bad_message",
    "too_fast",
    "stale",
    "not_your_seat",
    "hand_running",
    "hand_over",
    "match_over",
    "not_saved",
    "unknown_token",
    "unknown_match",
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


ServerMessage = State | Refused | Pong


# --- over HTTP -------------------------------------------------------------------------------


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/matches. `rules` as RULES.md 8; `bots` are the ids of the three computer players."""

    name: str = ""
    rules: dict[str, Any] = {}
    bots: tuple[str, str, str] = ("greedy", "greedy", "greedy")


class Ticket(msgspec.Struct, frozen=True):
    """What the page keeps to come back to its seat: `GET /api/matches/{match}/socket` with `token`."""

    match: str
    seat: Seat
    token: str


class Summary(msgspec.Struct, frozen=True):
    """GET /api/matches/{match}: what anybody who knows the address of a match may know."""

    match: str
    players: tuple[Player, Player, Player, Player]
    standing: Standing


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP answer of 400 and above. `reason` is a `Reason`."""

    reason: str
    detail: str
