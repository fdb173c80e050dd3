"""docs/record.md holds: it names every field, its worked example verifies, and a referee written from the
page alone finds the same walls, draws and payments as the engine."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from wuyi.engine.action import Action
from wuyi.engine.event import Dealt, Event, HandStarted
from wuyi.engine.record import Record, decode, encode, verify
from wuyi.engine.view import tell
from wuyi.rules import DEFAULT_RULES, Ruleset
from wuyi.scoring.reading import Group
from wuyi.simulate.play import match_seed, play_match

PAGE = (Path(__file__).parent.parent / "docs" / "record.md").read_text(encoding="utf-8")

Object = dict[str, Any]


def section(title: str) -> str:
    """The text under a heading, up to the next of any level."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"no section {title}"
    return found[1]


def documented(text: str) -> list[str]:
    """The fields of the tables in a section, in order."""
    return re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)


def example() -> bytes:
    block = re.search(r"^```json\n(.*?)^```", section("A hand, worked through"), re.MULTILINE | re.DOTALL)
    assert block
    return block[1].encode()


# --- the page names what there is ------------------------------------------------------------


def test_every_field_of_the_head_is_named_in_its_order() -> None:
    assert documented(section("The head")) == list(Record.__struct_fields__)


def test_every_option_of_the_rules_is_named() -> None:
    options = section("The head").split("`rules` has these options", 1)[1]
    assert all(f"`{option}`" in options for option in Ruleset.__struct_fields__)
    assert f"`{DEFAULT_RULES.hash}`" in options


RECORDED = [event for event in get_args(Event) if event not in (HandStarted, Dealt)]


@pytest.mark.parametrize("event", RECORDED, ids=lambda event: event.__struct_config__.tag)
def test_every_field_of_an_event_is_named_in_its_order(event: type[msgspec.Struct]) -> None:
    fields = documented(section(f"`{event.__struct_config__.tag}`"))
    groups = list(Group.__struct_fields__) if "groups" in event.__struct_fields__ else []
    assert fields == [*event.__struct_fields__, *groups]


def test_no_other_events_are_described() -> None:
    tags = {event.__struct_config__.tag for event in RECORDED}
    assert set(re.findall(r"^### `(\w+)`", PAGE, re.MULTILINE)) == tags


def test_every_action_is_named() -> None:
    text = section("`answered`")
    for action in get_args(Action):
        assert re.search(rf"[`\"]{action.__struct_config__.tag}[`\"]", text)


def test_what_a_seat_is_told_names_the_fields_of_the_deal() -> None:
    told = section("What a seat is told")
    assert all(f"`{field}`" in told for field in Dealt.__struct_fields__)


# --- the worked example ----------------------------------------------------------------------


def test_the_example_verifies() -> None:
    verify(decode(example()))


def test_the_example_is_as_simulate_writes_it() -> None:
    """But for the white space that makes it readable, and for whom the players were."""
    record = decode(example())
    assert json.dumps(json.loads(example()), separators=(",", ":")).encode() == encode(record)
    seed, number = map(int, record.match.split("-"))
    assert record.seed == derive(match_seed(seed, number), "hand 1").hex()


def test_the_example_hides_from_others_what_the_page_says() -> None:
    record = decode(example())
    for event in (record.start, *record.events):
        told = msgspec.json.encode(tell(event, None))
        assert record.seed.encode() not in told
        assert b"answered" not in told


# --- a referee from the page alone -----------------------------------------------------------

TILES = [f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 10) if suit != "z" or rank <= 7]


def numbers(seed: bytes) -> Iterator[int]:
    """The words of a seed's stream."""
    block = 0
    while True:
        digest = hmac.new(seed, block.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(words: Iterator[int], m: int) -> int:
    return next(word for word in words if word < 2**32 - 2**32 % m) % m


def derive(seed: bytes, label: str) -> bytes:
    return hmac.new(seed, label.encode(), hashlib.sha256).digest()


def deal(seed: bytes, dealer: int) -> tuple[int, list[str], list[int]]:
    """The seat that luck names, the wall in draw order, the dice."""
    words = numbers(seed)
    seat = below(words, 4)
    built = [tile for tile in TILES for _ in range(4)]
    for i in range(135, 0, -1):
        j = below(words, i + 1)
        built[i], built[j] = built[j], built[i]
    dice = [below(words, 6) + 1 for _ in range(4)]
    total = dice[0] + dice[1]
    side = (dealer + total - 1) % 4
    first = 2 * (17 * ((4 - side) % 4) + total)
    return seat, built[first:] + built[:first], dice


class Referee:
    """Follows the tiles of a hand, and nothing else of it."""

    def __init__(self, record: Object) -> None:
        self.wall = [record["wall"][at : at + 2] for at in range(0, 272, 2)]
        self.turned = 2 * (68 - record["dice"][2] - record["dice"][3])
        dealt = [[*range(4 * p, 4 * p + 4), *range(16 + 4 * p, 20 + 4 * p)] for p in range(4)]
        for p in range(4):
            dealt[p] += [*range(32 + 4 * p, 36 + 4 * p), 48 + p]
        places = [(seat - record["dealer"]) % 4 for seat in range(4)]
        self.hands = [[self.wall[index] for index in dealt[place]] for place in places]
        self.melds: list[list[str]] = [[] for _ in range(4)]
        self.front = [index for index in range(52, 136) if index != self.turned]
        pairs = [index for top in range(134, 50, -2) for index in (top, top + 1)]
        self.tail = [index for index in pairs if index != self.turned]
        self.taken = set(range(52))

    def can_be_drawn(self) -> int:
        standing = [index for index in range(136) if index not in self.taken]
        return len([index for index in standing[:-4] if index != self.turned])

    def follow(self, event: Object) -> None:
        seat = event.get("seat", 0)
        hand = self.hands[seat]
        match event["type"]:
            case "drawn":
                assert self.can_be_drawn() > 0
                index = (self.tail if event["replacement"] else self.front).pop(0)
                self.taken.add(index)
                assert event["tile"] == self.wall[index]
                hand.append(event["tile"])
            case "discarded":
                assert event["drawn"] == (event["tile"] == hand[-1] and not self.claimed_last)
                hand.remove(event["tile"])
            case "claimed":
                own = tiles_of(event["meld"])
                own.remove(event["tile"])
                for tile in own:
                    hand.remove(tile)
                self.melds[seat].append(event["meld"])
            case "konged":
                meld = event["meld"]
                own = tiles_of(meld) if meld[0] == "(" else [tiles_of(meld)[0]]
                for tile in own:
                    hand.remove(tile)
                if meld[0] == "[":
                    self.melds[seat].remove(f"[{meld[1:4]}{meld[5]}]")
                self.melds[seat].append(meld)
            case "won":
                if event["way"] == "draw":
                    assert hand.pop() == event["tile"]
                assert event["tiles"] == sorted(hand, key=TILES.index)
                assert sorted(event["melds"]) == sorted(self.melds[seat])
            case "exhausted":
                assert self.can_be_drawn() == 0
        if event["type"] != "answered":
            self.claimed_last = event["type"] == "claimed"

    claimed_last = False


def tiles_of(meld: str) -> list[str]:
    """`[45p5z]` as 4p 5p 5z."""
    return [rank + suit for ranks, suit in re.findall(r"(\d+)([mpsz])", meld) for rank in ranks]


def settle(won: Object, dealer: int) -> list[int]:
    gains = [0, 0, 0, 0]
    for seat in {0, 1, 2, 3} - {won["seat"]}:
        share = won["base"]
        if won["seat"] == dealer:
            share *= 2 if won["source"] in (None, seat) else 1
        else:
            share *= 2 if seat == dealer else 1
            share *= 2 if seat == won["source"] else 1
        gains[seat if won["liable"] is None else won["liable"]] -= share
        gains[won["seat"]] += share
    return gains


def referee(record: Object) -> None:
    rules = json.dumps(record["rules"], separators=(",", ":"), sort_keys=True)
    assert record["rules_hash"] == hashlib.sha256(f"wuyi-rules-1:{rules}".encode()).hexdigest()[:12]
    seed = bytes.fromhex(record["seed"])
    assert record["commitment"] == hashlib.sha256(seed).hexdigest()
    seat, wall, dice = deal(seed, record["dealer"])
    assert record["dealer"] == seat or record["hand"] > 1
    assert (record["dice"], record["wall"]) == (dice, "".join(wall))
    table = Referee(record)
    assert record["turned"] == wall[table.turned]
    for event in record["events"]:
        table.follow(event)
    last = record["events"][-1]
    gains = [0, 0, 0, 0]
    if last["type"] == "won":
        assert last["base"] == 2 ** last["fan"]
        assert last["fan"] == sum(value for _, value in last["fans"])
        gains = settle(last, record["dealer"])
        assert last["payments"] == gains
    assert record["after"] == last["scores"] == [a + b for a, b in zip(record["before"], gains, strict=True)]


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_referee_written_from_the_page_agrees(bot: str) -> None:
    for number in (1, 2, 3):
        luck = hashlib.sha256(f"wuyi:20:{number}".encode()).digest()
        for record in play_match(DEFAULT_RULES, luck, (bot, bot, bot, bot), f"20-{number}"):
            assert record.seed == derive(luck, f"hand {record.hand}").hex()
            referee(json.loads(encode(record)))


def test_the_referee_agrees_with_the_example() -> None:
    referee(json.loads(example()))
