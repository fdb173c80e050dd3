"""Writes the tables by which the page's score book reckons without a server, from the rules themselves.

    python tools/generate_scorebook.py           write the files
    python tools/generate_scorebook.py --check   exit 1 if a committed file differs

`web/src/scorebook/payments.json` holds every case of who pays, who deals next, what a fan is worth and
where the dice point, so that no formula is written a second time. `web/tests/scorebook.cases.json` holds
whole books reckoned here, which the page must reckon alike.
"""

import argparse
import json
import random
import sys
from itertools import product
from pathlib import Path
from typing import Any, Final

from wuyi.engine.match import dealer_after
from wuyi.engine.wall import STACKS, STACKS_A_SIDE, TILES_IN_ALL, open_wall, turned_index
from wuyi.rules import Ruleset
from wuyi.scoring.payment import payments
from wuyi.server.score_words import MOST_FAN

WEB: Final = Path(__file__).parent.parent / "web"
TABLES: Final = WEB / "src" / "scorebook" / "payments.json"
CASES: Final = WEB / "tests" / "scorebook.cases.json"

NOBODY: Final = "-"
SEATS: Final = range(4)
OTHERS: Final = (None, 1, 2, 3)
SUCCESSIONS: Final = ("winner", "rotate")
BOOKS: Final = 12


def named(seat: int | None) -> str:
    return NOBODY if seat is None else str(seat)


def factors() -> dict[str, list[int]]:
    """How many bases each gains, by the seats of dealer, discarder and who pays all; the winner's is 0."""
    return {
        f"{dealer}{named(source)}{named(liable)}": list(
            payments(1, winner=0, dealer=dealer, discarder=source, liable=liable)
        )
        for dealer, source, liable in product(SEATS, OTHERS, OTHERS)
    }


def successions() -> dict[str, dict[str, int]]:
    """The seat of the next dealer by that of the winner; the dealer's is 0."""
    return {
        name: {
            named(winner): dealer_after(0, winner, Ruleset.of({"dealer_succession": name}))
            for winner in (None, *SEATS)
        }
        for name in SUCCESSIONS
    }


def openings() -> dict[int, dict[str, int]]:
    """What each total of two dice points at (1.3, 1.4).

    side: which is opened, in seats from the dealer. skipped: stacks from its right end. turned: if it is the
    second roll, the stack from the tail whose upper tile is turned up.
    """
    built = list(range(TILES_IN_ALL))
    found = {}
    for total in range(2, 13):
        side, skipped = divmod(open_wall(built, 0, total)[0] // 2, STACKS_A_SIDE)
        turned = STACKS - turned_index((1, 1, total - 1, 1)) // 2
        found[total] = {"side": -side % 4, "skipped": skipped, "turned": turned}
    return found


def tables() -> dict[str, Any]:
    return {
        "base": [1 << fan for fan in range(MOST_FAN + 1)],
        "factors": factors(),
        "succession": successions(),
        "opening": openings(),
    }


# --- whole books -------------------------------------------------------------------------------


def book(luck: random.Random, number: int) -> dict[str, Any]:
    """A book of made-up hands as the page keeps it, and for each hand the dealer and what each gains."""
    rules = Ruleset.of({"dealer_succession": SUCCESSIONS[number % 2], "fan_cap": luck.choice((None, 6))})
    order = luck.sample(SEATS, 4)
    dealer = luck.choice(order)
    first = {"order": order[:], "dealer": dealer}
    entries: list[dict[str, Any]] = []
    reckoned = []
    for at in range(16):
        if luck.random() < 0.1:
            luck.shuffle(order)
            entries.append({"type": "move", "at": at, "order": order[:]})
        override = luck.choice(order) if luck.random() < 0.1 else None
        hand = made_up(luck, order) | {"at": at, "dealer": override}
        dealer = dealer if override is None else override
        won = [(0, 0, 0, 0), *[gain(win, hand, dealer, rules) for win in hand["wins"]]]
        gains = [sum(column) for column in zip(*won, strict=True)]
        entries.append(hand)
        reckoned.append({"dealer": dealer, "gains": gains})
        seat = order.index(dealer)
        dealer = order[dealer_after(seat, first_winner(hand, order), rules)]
    content = {"title": "", "names": ["A", "B", "C", "D"], "rules": json.loads(encode_rules(rules))}
    return {"content": content | first | {"entries": entries}, "hands": reckoned, "next": dealer}


def made_up(luck: random.Random, order: list[int]) -> dict[str, Any]:
    """A hand that nobody won, or one person drew, or up to three won off a fourth."""
    source, *others = luck.sample(order, 4)
    winners = others[: luck.choice((0, 1, 1, 1, 2, 3))]
    drawn = len(winners) == 1 and luck.random() < 0.5
    wins = [
        {
            "who": who,
            "fan": luck.randint(3, 9),
            "liable": luck.choice([one for one in order if one != who]) if luck.random() < 0.2 else None,
        }
        for who in winners
    ]
    return {"type": "hand", "wins": wins, "source": source if winners and not drawn else None}


def gain(win: dict[str, Any], hand: dict[str, Any], dealer: int, rules: Ruleset) -> tuple[int, ...]:
    """What each person gains by one win. Who pays is a matter of people, wherever they sit."""
    fan = win["fan"] if rules.fan_cap is None else min(win["fan"], rules.fan_cap)
    return payments(
        1 << fan, winner=win["who"], dealer=dealer, discarder=hand["source"], liable=win["liable"]
    )


def first_winner(hand: dict[str, Any], order: list[int]) -> int | None:
    """The seat of the winner, of several the first anticlockwise from the discarder (3.2)."""
    seats = [order.index(win["who"]) for win in hand["wins"]]
    source = 0 if hand["source"] is None else order.index(hand["source"])
    return min(seats, key=lambda seat: (seat - source) % 4, default=None)


def encode_rules(rules: Ruleset) -> str:
    return json.dumps({name: getattr(rules, name) for name in rules.__struct_fields__})


def cases() -> list[dict[str, Any]]:
    luck = random.Random(20)
    return [book(luck, number) for number in range(BOOKS)]


def encoded(value: dict[str, Any] | list[Any]) -> str:
    """One line for each member of the outermost mapping or list."""
    if isinstance(value, dict):
        lines = [f"  {json.dumps(key)}: {json.dumps(one)}" for key, one in value.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"
    return "[\n" + ",\n".join(f"  {json.dumps(one)}" for one in value) + "\n]\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="generate the tables of the score book from the rules")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    files = {TABLES: encoded(tables()), CASES: encoded(cases())}
    if not parser.parse_args().check:
        for path, text in files.items():
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        print(f"{path} differs from the rules: run {Path(__file__).name}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
