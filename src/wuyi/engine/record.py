"""The record of a hand: all that a stranger needs to replay and to check it (docs/record.md)."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from wuyi.engine.action import Action, AddedKong, ConcealedKong, Discard, Pass, Win
from wuyi.engine.apply import apply, begin
from wuyi.engine.event import (
    Answered,
    Discarded,
    Event,
    Exhausted,
    HandStarted,
    Konged,
    Scores,
    Won,
)
from wuyi.engine.luck import SEED_BYTES, commitment, mix
from wuyi.engine.match import Match
from wuyi.engine.state import State
from wuyi.engine.wall import deal, read_wall, tile_at, turned_index
from wuyi.errors import IllegalAction, NotationError, RecordError, RulesError
from wuyi.hand.tile import KINDS, NAMES
from wuyi.rules import Ruleset

FORMATS = (1, 2)
"""Those this program reads. Format 2 has a secret and seeds besides."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One hand, from the deal to its end.

    match: a name for the match it belongs to. seats: who sat there. before, after: the totals.
    events: everything after the deal, in order, nothing hidden. secret, seeds: as in `HandStarted`.
    """

    format: int
    match: str
    hand: int
    rules: Ruleset
    rules_hash: str
    seats: tuple[str, str, str, str]
    dealer: int
    seed: str
    commitment: str
    dice: tuple[int, int, int, int]
    wall: str
    turned: str
    before: Scores
    events: tuple[Event, ...]
    after: Scores
    secret: str = ""
    seeds: tuple[str, ...] = ()

    @property
    def start(self) -> HandStarted:
        """The event the record's head stands for."""
        return HandStarted(
            hand=self.hand,
            dealer=self.dealer,
            dice=self.dice,
            wall=self.wall,
            seed=self.seed,
            commitment=self.commitment,
            scores=self.before,
            secret=self.secret,
            seeds=self.seeds,
        )


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Record)


def record_of(
    rules: Ruleset, events: Sequence[Event], *, match: str, seats: tuple[str, str, str, str]
) -> Record:
    """The record of a finished hand from its events, as they came from `apply` and `advance`.

    Raises `RecordError` if they are not of a whole hand. Whether they follow from each other is for `verify`.
    """
    start, end = (events[0], events[-1]) if events else (None, None)
    if not isinstance(start, HandStarted):
        raise RecordError("a hand begins with hand_started")
    if not isinstance(end, (Won, Exhausted)):
        raise RecordError("the hand is not over")
    return Record(
        format=2 if start.secret else 1,
        match=match,
        hand=start.hand,
        rules=rules,
        rules_hash=rules.hash,
        seats=seats,
        dealer=start.dealer,
        seed=start.seed,
        commitment=start.commitment,
        dice=start.dice,
        wall=start.wall,
        turned=NAMES[tile_at(start.wall, turned_index(start.dice))],
        before=start.scores,
        events=tuple(events[1:]),
        after=end.scores,
        secret=start.secret,
        seeds=start.seeds,
    )


def encode(record: Record) -> bytes:
    """One line of JSON, without its newline."""
    return _ENCODER.encode(record)


def decode(line: bytes | str) -> Record:
    """The record on a line; raises `RecordError` naming the field that is wrong, left out or there twice."""
    try:
        record = _DECODER.decode(line)
    except (msgspec.DecodeError, RulesError, RecursionError) as error:
        raise RecordError(f"not a record: {error}") from None
    if record.format not in FORMATS:
        raise RecordError(f"record format {record.format}; this program reads {FORMATS[0]} to {FORMATS[-1]}")
    if not (record.format == 2) == bool(record.secret) == bool(record.seeds):
        raise RecordError(f"record format {record.format}: format 2 has a secret and seeds, and 1 has none")
    whole = encode(record)
    if (line.encode() if isinstance(line, str) else line).strip() != whole:  # not as a writer writes it
        _check_fields(json.loads(line, object_pairs_hook=_each_once), json.loads(whole), "$")
    return record


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these fields. Of a field that is there twice each reader would believe another."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise RecordError(f"not a record: field `{name}` is there twice")
        fields[name] = value
    return fields


def _check_fields(written: Any, whole: Any, place: str) -> None:
    """Nothing is left to a reader's defaults: `written` has every field of `whole`, and no other."""
    if isinstance(whole, dict):
        for name in whole.keys() ^ written.keys():
            raise RecordError(f"not a record: field `{name}` does not belong or is missing - at `{place}`")
        for name, value in whole.items():
            _check_fields(written[name], value, f"{place}.{name}")
    elif isinstance(whole, list):
        for number, (each, value) in enumerate(zip(written, whole, strict=True)):
            _check_fields(each, value, f"{place}[{number}]")


def states(record: Record) -> Iterator[tuple[Event, State]]:
    """Replay: each event with the state after it (one state, which moves on)."""
    state = State(record.rules, record.start)
    yield record.start, state
    for event in record.events:
        state.evolve(event)
        yield event, state


def verify(record: Record) -> None:
    """Play the hand again from its actions and compare everything.

    Raises `RecordError` naming the first difference: in the head, the deal, an event or the totals.
    """
    try:
        _verify_head(record)
    except NotationError as error:
        raise RecordError(f"wall: {error}") from None
    state, expected = begin(record.rules, record.start)
    _same("turned", record.turned, NAMES[state.caishen])
    _verify_events(record.events, state, expected[1:])
    if not state.over:
        raise RecordError(f"event {len(record.events)}: the record ends before the hand is over")
    _same("after", record.after, state.scores)
    _same("after minus before, summed", sum(record.after) - sum(record.before), 0)


def verify_succession(before: Record, record: Record) -> None:
    """Check that `record` goes on from `before`, the hand before it in the same match, which verifies:
    players, rules, totals and dealer (7).

    Raises `RecordError` naming the first difference.
    """
    match = Match.fold(bytes(32), before.rules, (before.start, *before.events))
    for what, recorded, expected in (
        ("seats", record.seats, before.seats),
        ("rules_hash", record.rules_hash, before.rules_hash),
        ("before", record.before, before.after),
        ("dealer", record.dealer, match.next_dealer()),
    ):
        if recorded != expected:
            raise RecordError(f"{what}: recorded {recorded!r}, after the hand before it {expected!r}")


def _verify_events(events: Iterable[Event], state: State, expected: list[Event]) -> None:
    for index, event in enumerate(events):
        place = f"event {index}"
        if not expected:
            if state.over:
                raise RecordError(f"{place}: {_text(event)} after the hand was over")
            action = action_of(event, state)
            if action is None:
                raise RecordError(f"{place}: {_text(event)} follows from no action here")
            try:
                expected = apply(state, action)
            except IllegalAction as error:
                raise RecordError(f"{place}: {_text(event)} is not allowed: {error}") from None
        if event != expected[0]:
            raise RecordError(f"{place}: {_difference(event, expected[0])}")
        expected = expected[1:]
    if expected:
        raise RecordError(f"the record lacks {_text(expected[0])} at its end")


def _verify_head(record: Record) -> None:
    """That the head is one of a hand, and its deal follows from the luck it shows."""
    _same("rules_hash", record.rules_hash, record.rules.hash)
    if not 0 <= record.dealer <= 3:
        raise RecordError(f"dealer: no seat {record.dealer}")
    if not 1 <= record.hand <= record.rules.hands:
        raise RecordError(f"hand: no hand {record.hand} in a match of {record.rules.hands}")
    if sum(record.before) != 0 or (record.hand == 1 and any(record.before)):
        raise RecordError(f"before: {list(record.before)} are no totals before hand {record.hand}")
    if not all(1 <= die <= 6 for die in record.dice):
        raise RecordError(f"dice: {list(record.dice)} are no dice")
    if sorted(read_wall(record.wall)) != [kind for kind in range(KINDS) for _ in range(4)]:
        raise RecordError("wall: not four of each kind")
    if record.secret:
        _verify_secret(record)
    if record.seed:
        _verify_deal(record)
    else:  # a wall made by hand proves nothing about luck, and must not look as if it did
        _same("commitment", record.commitment, "")


def _verify_secret(record: Record) -> None:
    """That the seed is mixed of what the server was bound to and what the seats gave (docs/fairness.md)."""
    secret = _luck("secret", record.secret)
    if len(record.seeds) != 4:
        raise RecordError(f"seeds: {len(record.seeds)}, not one of each seat")
    seeds = [_luck(f"seeds, seat {seat}", text) if text else b"" for seat, text in enumerate(record.seeds)]
    if bytes(SEED_BYTES) in seeds:
        raise RecordError("seeds: 32 zero bytes are what no seed counts as, and written as an empty text")
    _same("commitment", record.commitment, commitment(secret))
    _same("seed", record.seed, mix(secret, record.hand, seeds).hex())


def _verify_deal(record: Record) -> None:
    """That dice, wall and first dealer follow from the seed (docs/record.md)."""
    seed = _luck("seed", record.seed)
    if not record.secret:
        _same("commitment", record.commitment, commitment(seed))
    dealt = deal(seed, record.dealer)
    if record.hand == 1:
        _same("dealer", record.dealer, dealt.seat)
    _same("dice", record.dice, dealt.dice)
    for index, tile in enumerate(dealt.wall):
        _same(f"wall, index {index}", record.wall[2 * index : 2 * index + 2], NAMES[tile])


def _luck(what: str, text: str) -> bytes:
    """32 bytes from their hex digits, written in one way only."""
    try:
        luck = bytes.fromhex(text)
    except ValueError:
        raise RecordError(f"{what}: not hexadecimal") from None
    if len(luck) != SEED_BYTES:
        raise RecordError(f"{what}: {len(luck)} bytes, not {SEED_BYTES}")
    if luck.hex() != text:
        raise RecordError(f"{what}: hex digits are written small and without spaces")
    return luck


def action_of(event: Event, state: State) -> Action | None:
    """The action that leads to `event`, if it is one a seat chose."""
    match event:
        case Answered():
            return event.action
        case Discarded():
            return Discard(event.seat, event.tile)
        case Won(way="draw"):
            return Win(event.seat)
        case Konged():
            text = event.meld.ljust(2)
            tile = text[1] + text[-2]
            return ConcealedKong(event.seat, tile) if text[0] == "(" else AddedKong(event.seat, tile)
        case Exhausted():
            return Pass(state.turn)
        case _:
            return None


def _same(what: str, recorded: Any, replayed: Any) -> None:
    if recorded != replayed:
        raise RecordError(f"{what}: recorded {recorded!r}, replayed {replayed!r}")


def _difference(recorded: Event, replayed: Event) -> str:
    """The first field that differs, or both events where they are not even of one kind."""
    if type(recorded) is type(replayed):
        for name in recorded.__struct_fields__:
            mine, its = getattr(recorded, name), getattr(replayed, name)
            if mine != its:
                return f"recorded {name} {_text(mine)}, replayed {_text(its)}"
    return f"recorded {_text(recorded)}, replayed {_text(replayed)}"


def _text(value: object) -> str:
    return _ENCODER.encode(value).decode()
