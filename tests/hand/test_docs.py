"""The examples of docs/notation.md are read as it says, win, and are refused for the reason it gives."""

import re
from pathlib import Path

import pytest

from wuyi import Hand, NotationError, Score, Winning, format_tiles, judge, tile
from wuyi.hand import Meld, parse_hand, parse_tiles

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
(BLOCK,) = re.findall(r"^```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
HANDS = [line.split()[0] for line in BLOCK.splitlines()]
READ, _, NOT_READ = PAGE.partition("## What is refused")
TYPED = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", READ, re.MULTILINE)
REFUSED = re.findall(r"^\| `(\w+)` \| `([^`]+)`(?: with `(..)` turned)?", NOT_READ, re.MULTILINE)


@pytest.mark.parametrize("text", HANDS)
def test_a_hand_wins(text: str) -> None:
    caishen = tile("1p" if text.startswith("1345557p") else "9p")
    said = parse_hand(text, caishen)
    assert said.tile is not None and said.way is not None
    hand = Hand(said.tiles, said.melds, caishen=caishen)
    assert isinstance(judge(hand, said.tile, Winning(way=said.way)), Score)


@pytest.mark.parametrize(("typed", "read"), TYPED)
def test_chinese_is_read(typed: str, read: str) -> None:
    typed, _, meld = typed.partition("【")
    read, _, melded = read.partition("[")
    assert format_tiles(parse_tiles(typed)) == read
    if meld:
        assert str(Meld.parse(f"【{meld}", tile("9p"))) == f"[{melded}"


@pytest.mark.parametrize(("reason", "text", "turned"), REFUSED)
def test_what_is_refused_has_the_reason(reason: str, text: str, turned: str) -> None:
    read = Meld.parse if text.startswith("[") else parse_hand
    with pytest.raises(NotationError) as refused:
        read(text, tile(turned or "9s"))
    assert refused.value.reason == reason


def test_all_examples_were_found() -> None:
    assert (len(HANDS), len(TYPED), len(REFUSED)) == (4, 4, 8)
