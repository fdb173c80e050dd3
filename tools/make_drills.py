"""Finds the cards that come with the program and chooses among them (docs/drills.md).

    nice python -m tools.make_drills find --matches 1-30 --to found.jsonl
    python -m tools.make_drills choose found.jsonl ...

`find` lets strong computer players play matches, and plays out what the adviser is fairly sure of; it needs
the extra `fast`. A line of the file is a match, which takes a minute or two and follows from its number and
the seed alone: matches that are there already are passed over, and several processes may share the work.
`choose` writes `src/wuyi/drills/data/cards.json.gz`.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from tools.play_choices import behind, is_lone_honour, played, tried_again
from wuyi.bots.decision import Option
from wuyi.drills.cards import ChoiceQuestion, Played, WinQuestion, card_id, discards, fan_card
from wuyi.drills.choices import Choice, choices, level_of, question_of
from wuyi.drills.pool import Pool, pack
from wuyi.drills.wins import win_of
from wuyi.engine.action import Action, Seat
from wuyi.engine.luck import Luck, derive
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS
from wuyi.review.engines import trial
from wuyi.review.outcome import Trial
from wuyi.review.position import Position, decisions
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.play import Seats, match_seed, play_match

TARGET: Final = Path(__file__).parent.parent / "src" / "wuyi" / "drills" / "data" / "cards.json.gz"

SEATED: Final[Seats] = ("ev", "value", "ev", "value")
CHOICES: Final = 240
MOST_OF_ONE: Final = 0.3
"""The largest share of the deck that one idea may have."""
WINS: Final = 120
ALIKE: Final = 6
"""Wins with the very same fans, at most."""

EARLIEST: Final = 3
"""Discards of the own seat before a decision is worth asking about: a hand as dealt is much like another."""
PHASES: Final = ("turn", "claim")
PLAIN: Final = 12.0
"""Points that everything else costs where a plain player finds the best: that teaches nobody anything. And
VALUED_SO: by how much more the adviser then values it, so that it need not be played out."""
VALUED_SO: Final = 45.0
HOPEFUL: Final = {"turn": 14.0, "claim": 6.0}
"""By the phase, points by which the adviser must value all that is not right less, to be worth a trial."""
TRIED: Final = {"turn": 6, "claim": 1}
"""Decisions of a hand that are looked at, and KEPT: how many become cards, of one seat one."""
KEPT: Final = {"turn": 2, "claim": 1}
CLAIMS_IN: Final = 4
"""In one of so many hands claims are looked at, and CLAIMS_UP_TO: in so many matches. Most that are hopeful
hold, so that they are soon enough."""
CLAIMS_UP_TO: Final = 20
CLOSE: Final = 4.0
"""Standard errors that are not enough to call one lone honour worse than another."""
_SUIT: Final = re.compile("_[mps]$")


class Found(msgspec.Struct, frozen=True):
    """Of a match what may become cards. tried: by the phase, how many decisions were played out."""

    match: int
    tried: dict[str, int]
    choices: tuple[ChoiceQuestion, ...]
    wins: tuple[WinQuestion, ...]


# --- find ------------------------------------------------------------------------------------


def find(seed: int, number: int, engine: Trial) -> Found:
    """What a match has to ask."""
    luck = Luck(derive(match_seed(seed, number), "drills"))
    asked: list[ChoiceQuestion] = []
    wins: list[WinQuestion] = []
    tried = Counter[str]()
    for record in play_match(DEFAULT_RULES, match_seed(seed, number), SEATED, f"{seed}-{number}"):
        everything = moments(record, luck)
        claims = number <= CLAIMS_UP_TO and record.start.hand % CLAIMS_IN == 0
        for phase in PHASES if claims else PHASES[:1]:
            kept: set[Seat] = set()
            for choice, position, question in islice(hopeful(everything, phase), TRIED[phase]):
                if choice.seat in kept or len(kept) == KEPT[phase]:
                    continue
                tried[phase] += 1
                sure = played(shortened(question), position, engine)
                sure = sure and tried_again(sure, position, engine)
                if sure is None:
                    continue
                sure = levelled(sure)
                if sure.level != "easy" or behind(sure) <= PLAIN:
                    asked.append(sure)
                    kept.add(choice.seat)
        won = win_of(record)
        wins += [] if won is None else [won[0]]
    return Found(number, tried, tuple(asked), tuple(wins))


def moments(record: Record, luck: Luck) -> list[tuple[Choice, Position]]:
    """The decisions of a hand that might be asked about, in any order, each with its position."""
    positions = {(seat, each.at): each.position for seat in SEATS for each in decisions(record, seat)}
    found = [
        (choice, positions[seat, choice.at])
        for seat in SEATS
        for choice in choices(record, seat)
        if len(choice.seen.seats[0].river) >= EARLIEST
    ]
    luck.shuffle(found)
    return found


def hopeful(
    everything: Sequence[tuple[Choice, Position]], phase: str
) -> Iterator[tuple[Choice, Position, ChoiceQuestion]]:
    """Those of a phase in which the adviser is fairly sure."""
    for choice, position in everything:
        if choice.seen.phase == phase:
            question = question_of(choice, HOPEFUL)
            if question is not None and not is_plain(question):
                yield choice, position, question


def levelled(question: ChoiceQuestion) -> ChoiceQuestion:
    """With the level that follows from what was played out."""
    weighed = [option.action for option in question.decision.options]
    legal: Sequence[Action] = discards(question.view) or weighed
    level = level_of(question.view, legal, question.best, behind(question))
    return msgspec.structs.replace(question, level=level)


def is_plain(question: ChoiceQuestion) -> bool:
    """Whether anybody would find it, as the adviser sees it."""
    values = [option.value for option in question.decision.options]
    return question.level == "easy" and values[0] - values[len(question.best)] > VALUED_SO


def shortened(question: ChoiceQuestion) -> ChoiceQuestion:
    """With no more digits than anybody reads."""
    decision = question.decision
    options = tuple([_shortened(option) for option in decision.options])
    return msgspec.structs.replace(question, decision=msgspec.structs.replace(decision, options=options))


def _shortened(option: Option) -> Option:
    figures = {name: getattr(option, name) for name in ("value", "win", "points", "fan")}
    rounded = {name: round(value, 3) for name, value in figures.items() if value is not None}
    return msgspec.structs.replace(option, **rounded)


# --- choose ----------------------------------------------------------------------------------


def idea(question: ChoiceQuestion) -> str:
    """What a question is about, so that not all are about the same."""
    if question.view.phase == "claim":
        return "claim"
    nearest = nearest_wrong(question)
    if question.decision.reason in ("fly", "baotou", "wait"):
        return question.decision.reason
    if nearest.why is not None and nearest.why != "wider":
        return nearest.why
    options = {option.action: option for option in question.decision.options}
    best, other = family(options[question.best[0]]), family(options.get(nearest.action))
    return best or "none" if other in (best, None) else "crossroads"


def nearest_wrong(question: ChoiceQuestion) -> Played:
    """The best of what is not right."""
    return next(each for each in question.played if each.action not in question.best)


def is_doubtful(question: ChoiceQuestion) -> bool:
    """Whether of two lone honours one is called worse: that hardly ever is so, and takes more to be shown."""
    wrong = [each for each in question.played if each.action not in question.best]
    close = [each for each in wrong if each.behind < CLOSE * each.error]
    return is_lone_honour(question.view, question.best[0]) and any(
        is_lone_honour(question.view, each.action) for each in close
    )


def family(option: Option | None) -> str | None:
    """The target of an option without its suit."""
    return None if option is None or option.target is None else _SUIT.sub("", option.target)


def various_choices(questions: Sequence[ChoiceQuestion], count: int) -> list[ChoiceQuestion]:
    """So many of them, of each idea and level by turns as long as there are any, and of no idea too many."""
    cells: dict[tuple[str, str], list[ChoiceQuestion]] = {}
    for question in questions:
        cells.setdefault((idea(question), question.level), []).append(question)
    kept: list[ChoiceQuestion] = []
    about = Counter[str]()
    while len(kept) < count and any(cells.values()):
        for (name, _), cell in cells.items():
            if cell and len(kept) < count:
                question = cell.pop(0)
                if about[name] < count * MOST_OF_ONE:
                    kept.append(question)
                    about[name] += 1
    return kept


def various_wins(wins: Iterable[WinQuestion]) -> list[WinQuestion]:
    """Not too many with the same fans."""
    seen: Counter[tuple[str, ...]] = Counter()
    kept = []
    for win in wins:
        reckoned = fan_card(win).figure.win
        assert reckoned is not None
        fans = tuple([id for id, _ in reckoned.fans])
        seen[fans] += 1
        if seen[fans] <= ALIKE:
            kept.append(win)
    return kept


# --- the command -----------------------------------------------------------------------------


def read(files: Sequence[Path]) -> list[Found]:
    """What has been found; a line that was not finished is passed over."""
    lines = [line for file in files if file.exists() for line in file.read_bytes().splitlines(keepends=True)]
    return [msgspec.json.decode(line, type=Found) for line in lines if line.endswith(b"\n")]


def run_find(seed: int, matches: range, file: Path) -> None:
    engine = trial("fast", threads=1)
    done = {each.match for each in read([file])}
    for number in matches:
        if number not in done:
            found = find(seed, number, engine)
            with file.open("ab") as lines:
                lines.write(msgspec.json.encode(found) + b"\n")
            tried = sum(found.tried.values())
            print(
                f"match {number}: {len(found.choices)} of {tried} choices, {len(found.wins)} wins", flush=True
            )


def run_choose(files: Sequence[Path], to: Path) -> None:
    found = read(files)
    asked = {question.view: levelled(question) for each in found for question in each.choices}
    kept = various_choices([each for each in asked.values() if not is_doubtful(each)], CHOICES)
    wins = various_wins({card_id(win): win for each in found for win in each.wins}.values())[:WINS]
    packed = pack(Pool(tuple(kept), tuple(wins)))
    to.write_bytes(packed)
    for phase in PHASES:
        held = sum(view.phase == phase for view in asked)
        print(f"{phase}: {sum(each.tried.get(phase, 0) for each in found)} played out, {held} held")
    print(f"{len(found)} matches: {len(kept)} choices, {len(wins)} wins, {len(packed):,} bytes")
    for name, count in Counter(map(idea, kept)).most_common():
        levels = Counter(each.level for each in kept if idea(each) == name)
        print(f"{name:12} {count:4}  {dict(levels)}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, dest="command")
    finding = commands.add_parser("find")
    finding.add_argument("--seed", type=int, default=2026)
    finding.add_argument("--matches", type=_numbers, required=True, help="as 1-30")
    finding.add_argument("--to", type=Path, required=True)
    choosing = commands.add_parser("choose")
    choosing.add_argument("files", type=Path, nargs="+")
    choosing.add_argument("--to", type=Path, default=TARGET)
    options = parser.parse_args()
    if options.command == "find":
        run_find(options.seed, options.matches, options.to)
    else:
        run_choose(options.files, options.to)


def _numbers(text: str) -> range:
    first, last = map(int, text.split("-"))
    return range(first, last + 1)


if __name__ == "__main__":
    main()
