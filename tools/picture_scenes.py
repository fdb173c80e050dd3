"""What the pictures of docs/pictures/ show, in a database: a table at some moments, and friends with records.

All of it follows from fixed seeds and the computer player `value`, so that the pictures stay the same until
the page or the rules change.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from wuyi.engine.action import Action, Chow, Pung, Seat, Win
from wuyi.engine.advice import discard_hints
from wuyi.engine.event import Event, Exhausted, Won
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.match import Match
from wuyi.engine.record import Record
from wuyi.engine.state import State
from wuyi.engine.view import view
from wuyi.review.words import Review
from wuyi.rules import Ruleset
from wuyi.server.community.circles import Circles
from wuyi.server.community.people import People
from wuyi.server.community.records import Records, record_id
from wuyi.server.community.reviews import KeptReviews
from wuyi.server.community.tokens import token_key
from wuyi.server.protocol import Ticket
from wuyi.server.store.sqlite import SqliteStore
from wuyi.server.table.header import Header
from wuyi.server.words import Identity, Person
from wuyi.simulate.play import match_seed, play_match, seat_bots

RULES: Final = Ruleset(hands=4)
EVENING: Final = Ruleset(hands=16)
BOTS: Final = ("value", "value", "value", "value")
REVIEWED: Final = Path(__file__).with_name("reviewed_hand.json")
"""A hand that is won in spite of several losses, by its seat LEARNER."""
LEARNER: Final = 1
DEAR: Final = 6
"""Fan of a hand that is worth a picture."""
LATE: Final = 9
"""Tiles left when a hand is late."""
TOKEN: Final = "for pictures only"

NAMES: Final = {"zh": ("小武", "欧阳小凤", "阿土", "老陈"), "en": ("Li", "Wolfgang", "Mo", "Anna")}
CIRCLE: Final = {"zh": "老街牌友", "en": "Old street"}


@dataclass(frozen=True)
class Scene:
    """A table at a moment: its log so far."""

    name: str
    seed: bytes
    log: list[Event]


@dataclass(frozen=True)
class Friends:
    """Four who have played an evening. me: who looks at the page. tokens: of the other three.

    share: a link to the dearest hand that was won.
    """

    me: Identity
    tokens: tuple[str, ...]
    share: str


@dataclass(frozen=True)
class Learner:
    """Who looks at the page, and the name of their hand that was reviewed."""

    me: Identity
    hand: str


@dataclass(frozen=True)
class Moment:
    """Seat 0 is to act, or a hand is over. legal: what it may do. match_over: no hand follows."""

    state: State
    legal: tuple[Action, ...]
    match_over: bool = False


def _may_claim(moment: Moment) -> bool:
    """A discard that seat 0 may pung, or chow in several ways."""
    chows = sum(isinstance(action, Chow) for action in moment.legal)
    return chows > 1 and any(isinstance(action, Pung) for action in moment.legal)


def _late(moment: Moment) -> bool:
    """The wall is nearly gone: rivers and melds are full."""
    melds = sum(len(hand.melds) for hand in moment.state.hands)
    return bool(moment.legal) and moment.state.phase == "turn" and moment.state.remaining < LATE and melds > 3


MOMENTS: Final[dict[str, Callable[[Moment], bool]]] = {
    "claim": _may_claim,
    "late": _late,
    "drawn": lambda moment: isinstance(moment.state.result, Exhausted) and not moment.match_over,
    "final": lambda moment: moment.match_over,
}


def scenes() -> tuple[Scene, ...]:
    """The tables that are pictured.

    "table" and "settlement" are of a first hand that seat 0 wins dearly: its turn with a discard that leaves
    it waiting, and the win. Each of the others is the first moment of its kind.
    """
    dear = next(found for number in itertools.count(1) if (found := _dear_scenes(match_seed(number, 1))))
    return *dear, *(_scene_at(name) for name in MOMENTS)


def _scene_at(name: str) -> Scene:
    for number in itertools.count(1):
        seed = match_seed(number, 2)
        for moment, log in _moments(seed):
            if MOMENTS[name](moment):
                return Scene(name, seed, log)
    raise AssertionError("matches do not end")


def _moments(seed: bytes) -> Iterator[tuple[Moment, list[Event]]]:
    """Those of a match, each with the log so far."""
    match = Match(seed, RULES)
    bots = seat_bots(BOTS, seed)
    log: list[Event] = []
    while not match.over:
        log += match.start_next_hand()
        state = match.state
        assert state is not None
        while not state.over:
            seat = acting(state)[0]
            legal = legal_actions(state, seat)
            if seat == 0:
                yield Moment(state, legal), list(log)
            log += match.apply(bots[seat].choose(view(state, seat), legal))
        yield Moment(state, (), match.over), list(log)


def _dear_scenes(seed: bytes) -> tuple[Scene, Scene] | None:
    match = Match(seed, RULES)
    bots = seat_bots(BOTS, seed)
    log = match.start_next_hand()
    turn: list[Event] = []
    while not match.between_hands:
        state = match.state
        assert state is not None
        seat = acting(state)[0]
        seen, legal = view(state, seat), legal_actions(state, seat)
        if not turn and seat == 0 and Win(0) not in legal and discard_hints(seen, legal):
            turn = list(log)
        log += match.apply(bots[seat].choose(seen, legal))
    last = log[-1]
    if not turn or not isinstance(last, Won) or last.seat != 0 or last.fan < DEAR:
        return None
    return Scene("table", seed, turn), Scene("settlement", seed, log)


async def lay_table(database: Path, scene: Scene) -> Ticket:
    """Put the scene's table into a database; the key to its seat 0."""
    header = Header(rules=RULES, names=("", *BOTS[1:]), bots=(None, *BOTS[1:]), seed=scene.seed.hex())
    store = SqliteStore(database)
    log = [msgspec.json.encode(event) for event in scene.log]
    await store.create(scene.name, header.encode(), {0: token_key(TOKEN)}, log)
    await store.close()
    return Ticket(scene.name, 0, TOKEN)


async def lay_friends(database: Path, language: str) -> Friends:
    """Put four friends into a database, their circle, and an evening they have played in it."""
    store = SqliteStore(database)
    people, circles = People(store), Circles(store)
    records = Records(store, circles)
    known = [await people.create(name) for name in NAMES[language]]
    (me, token), *others = known
    circle = await circles.create(me, CIRCLE[language])
    for player, _ in others:
        await circles.join(circle.invitation, player)
    one, two, three, four = (player for player, _ in known)
    header = Header(
        rules=EVENING,
        names=(one.name, two.name, three.name, four.name),
        bots=(None, None, None, None),
        seed=bytes(32).hex(),
        players=(one.id, two.id, three.id, four.id),
        circle=circle.id,
    )
    table = f"evening-{language}"
    played = list(play_match(EVENING, match_seed(1, 1), BOTS, table))
    for record in played:
        await records.keep(table, header, msgspec.structs.replace(record, seats=header.names))
    dearest = max(played, key=lambda record: last.fan if isinstance(last := record.events[-1], Won) else 0)
    link = await records.share(record_id(table, dearest.hand), me.id, anonymous=False)
    await store.close()
    return Friends(Identity(Person(me.id, me.name), token), tuple(other for _, other in others), link.share)


async def lay_learner(database: Path, language: str, make: Callable[[Record, Seat], Review]) -> Learner:
    """Put somebody into a database who still has to learn, the hand of REVIEWED as theirs, and what `make`
    says of their play."""
    store = SqliteStore(database)
    me, token = await People(store).create(NAMES[language][0])
    played = msgspec.json.decode(REVIEWED.read_bytes(), type=Record)
    east, _, west, north = played.seats
    names = (east, me.name, west, north)
    header = Header(
        rules=played.rules,
        names=names,
        bots=(east, None, west, north),
        seed=bytes(32).hex(),
        players=(None, me.id, None, None),
    )
    table = f"learner-{language}"
    record = msgspec.structs.replace(played, match=table, seats=names)
    await Records(store, Circles(store)).keep(table, header, record)
    await store.close()
    learner = Learner(Identity(Person(me.id, me.name), token), record_id(table, played.hand))
    await lay_review(database, learner.me, learner.hand, make, LEARNER)
    return learner


async def lay_review(
    database: Path, me: Identity, record: str, make: Callable[[Record, Seat], Review], seat: Seat = 0
) -> None:
    """Put into a database what `make` says of the play of `me`, at this seat, in a hand they played."""
    store = SqliteStore(database)
    kept = await Records(store, Circles(store)).whole(record, me.player.id)
    await KeptReviews(store).keep(record, kept, make(kept.record, seat))
    await store.close()
