"""The words of the HTTP part beside matches: people, rooms, circles, records (docs/rooms.md).

`web/src/protocol.ts` is generated from this module too. What a page sends refuses unknown fields; points are
points, and there is nothing else to win.
"""

from typing import Annotated, Literal

import msgspec

from wuyi.engine.action import Seat
from wuyi.engine.event import Scores
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.server.protocol import Hello, Ping, Pong, Refused

LobbyReason = Literal[
    "too_many",
    "bad_name",
    "bad_user_name",
    "bad_password",
    "user_name_taken",
    "wrong_password",
    "unknown_room",
    "room_full",
    "room_over",
    "room_playing",
    "not_host",
    "not_member",
    "removed",
    "seat_taken",
    "no_such_seat",
    "not_seated",
    "not_ready",
    "seats_empty",
    "unknown_circle",
    "circle_full",
    "owner_stays",
    "unknown_record",
    "bad_record",
    "unknown_review",
    "unknown_book",
    "book_changed",
    "bad_book",
]
"""Why people, rooms, circles and records refuse, beside `Reason` (docs/rooms.md)."""


# --- people ----------------------------------------------------------------------------------


class Person(msgspec.Struct, frozen=True):
    """A player as others know them. user_name: shown to the player alone, None for a guest without."""

    id: str
    name: str
    user_name: str | None = None


class Identity(msgspec.Struct, frozen=True):
    """A player and a token, which is shown this once: `Authorization: Bearer TOKEN` from now on."""

    player: Person
    token: str


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/players, and PATCH /api/players/me for another name."""

    name: str


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/players/login: the answer holds a token of this phone's own."""

    user_name: str
    password: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/players/password. `old` is asked for where there is a password already."""

    user_name: str
    password: str
    old: str = ""


class Logout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/players/logout: this phone, or all."""

    everywhere: bool = False


# --- rooms -----------------------------------------------------------------------------------


class RoomOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/rooms. What the host decides before the start; all have a default.

    rules: RULES.md 8, the number of hands among them. clock: seconds a move, 0 for none. bank: seconds beyond
    it that each seat may use up in a hand. settle: seconds after which the next hand is dealt though not all
    are ready, where two or more people sit. spectators: who is in the room without a seat may watch. public:
    the room stands in the list of open rooms. hints: seats may ask what they might do. circle: only its
    members may come in, and what is won counts there.
    """

    rules: Ruleset = DEFAULT_RULES
    clock: Literal[0, 8, 15, 30] = 15
    bank: Annotated[int, msgspec.Meta(ge=0, le=600)] = 60
    settle: Literal[10, 20, 30, 60] = 30
    spectators: bool = False
    public: bool = False
    hints: bool = False
    circle: str | None = None


class Place(msgspec.Struct, frozen=True):
    """A seat of a room: a person (`player`), a computer player (`bot`), or nobody.

    ready: wants to start. away: has left during the match; the seat is free when it is over.
    """

    player: str | None = None
    name: str = ""
    bot: str | None = None
    ready: bool = False
    away: bool = False


class Guest(msgspec.Struct, frozen=True):
    """Somebody in a room or circle."""

    player: str
    name: str


class Total(msgspec.Struct, frozen=True):
    """What a player brought together. drawn: won by an own draw. fed: somebody won by this player's tile."""

    player: str
    name: str
    hands: int = 0
    won: int = 0
    drawn: int = 0
    fed: int = 0
    points: int = 0


RoomPhase = Literal["gathering", "playing", "over"]


class Room(msgspec.Struct, frozen=True, tag="room"):
    """A room as everybody in it sees it; on its socket again after every change.

    version: grows with every change. host: who decides. guests: those without a seat. match: the one being
    played, None while gathering. matches: all, oldest first. totals: over all matches, best first.
    commitment: SHA-256 of the secret of the first hand of the match being played, or of the next, in hex.
    """

    code: str
    version: int
    phase: RoomPhase
    host: str
    options: RoomOptions
    places: tuple[Place, Place, Place, Place]
    guests: tuple[Guest, ...]
    match: str | None
    matches: tuple[str, ...]
    totals: tuple[Total, ...]
    commitment: str


class OpenRoom(msgspec.Struct, frozen=True):
    """GET /api/rooms: a public room that waits for people."""

    code: str
    host: str
    options: RoomOptions
    places: tuple[Place, Place, Place, Place]


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rooms/{code}/sit: take this empty seat, or, with null, stand up."""

    seat: Seat | None


class SetReady(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rooms/{code}/ready. seed: 64 small hex digits by luck, which go into the first hand's deal
    together with the secret that `commitment` stands for; or none."""

    ready: bool = True
    seed: str = ""


class Whom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST .../host to hand over, .../kick to remove somebody."""

    player: str


class SetBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rooms/{code}/bot: a computer player on a seat that no person holds; null takes it away."""

    seat: Seat
    bot: str | None


RoomClientMessage = Hello | Ping
RoomServerMessage = Room | Refused | Pong


# --- records ---------------------------------------------------------------------------------


class HandSummary(msgspec.Struct, frozen=True):
    """A finished hand in a list. at: seconds since 1970. players: ids, None for computer players.

    winner: None when nobody won (黄庄), and then way, fan and fans are empty. source: whose tile it was.
    practice: played on from a record, and counted nowhere.
    """

    id: str
    at: float
    hand: int
    hands: int
    names: tuple[str, str, str, str]
    players: tuple[str | None, str | None, str | None, str | None]
    dealer: Seat
    winner: Seat | None
    source: Seat | None
    way: str | None
    fan: int
    fans: tuple[tuple[str, int], ...]
    payments: Scores
    practice: bool = False


class NewShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/records/{id}/share. anonymous: whoever follows the link sees no names."""

    anonymous: bool = False


class Share(msgspec.Struct, frozen=True):
    """GET /api/shares/{share} is the record, for whoever has the link."""

    share: str
    record: str
    anonymous: bool


class Best(msgspec.Struct, frozen=True):
    """A player's dearest hand."""

    record: str
    at: float
    fan: int
    base: int
    fans: tuple[tuple[str, int], ...]


class Statistics(msgspec.Struct, frozen=True):
    """GET /api/players/me/statistics. fans: how often each was in a hand this player won. Rates are 0 to 1;
    average_fan is of the hands won."""

    hands: int
    won: int
    drawn: int
    fed: int
    points: int
    win_rate: float
    feed_rate: float
    average_fan: float
    fans: dict[str, int]
    best: Best | None


# --- circles ---------------------------------------------------------------------------------


class NewCircle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/circles, and PATCH /api/circles/{id} for another name."""

    name: str


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/circles/join."""

    invitation: str


class Circle(msgspec.Struct, frozen=True):
    """亲友圈: friends with a standing of their own. seasons: when each began, seconds since 1970; the last
    is being played. invitation: lets a friend in."""

    id: str
    name: str
    owner: str
    members: tuple[Guest, ...]
    invitation: str
    seasons: tuple[float, ...]


class CircleStanding(msgspec.Struct, frozen=True):
    """GET /api/circles/{id}/standing?season=N: seasons are counted from 1; best first."""

    season: int
    totals: tuple[Total, ...]
