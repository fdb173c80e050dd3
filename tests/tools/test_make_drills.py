"""What the adviser is sure of becomes a card only if it holds when it is played out."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from tools.make_drills import MOST_OF_ONE, Found, idea, read, various_choices
from tools.play_choices import MORE, RIVALS, STEPS, Verdict, behind, play_out, played, tried_again
from wuyi.drills.cards import ChoiceQuestion, Played, discards
from wuyi.drills.pool import pool
from wuyi.engine.action import Action, Discard
from wuyi.review.outcome import Outcome
from wuyi.review.position import Position
from wuyi.review.words import Engine

Points = Callable[[str, int], int]


class Fixed:
    """A `Trial` in which a discard comes to what `points` says of its tile, in world n."""

    engine: Engine = "plain"
    policy = "none"
    block = 1

    def __init__(self, points: Points) -> None:
        self.points = points
        self.tried: list[list[str]] = []

    def play(self, position: Position, actions: Sequence[Action], worlds: int, stage: int) -> list[Outcome]:
        tiles = [action.tile for action in actions if isinstance(action, Discard)]
        self.tried.append(tiles)
        return [[self.points(tile, world) for world in range(worlds)] for tile in tiles]


@pytest.fixture
def question() -> ChoiceQuestion:
    """A turn with enough to choose from and no lone honours that are alike."""
    return next(
        msgspec.structs.replace(each, played=())
        for each in pool().choices
        if each.view.phase == "turn" and sum(tile[1] == "z" for tile in each.view.hand) <= 1
        if len(discards(each.view)) > RIVALS + 2
    )


def discards_of(question: ChoiceQuestion) -> list[Action]:
    """The best first."""
    best = question.best[0]
    return [best, *[each for each in discards(question.view) if each != best]]


def tried(question: ChoiceQuestion, points: Points) -> tuple[Verdict | None, Fixed]:
    trial = Fixed(points)
    best, *others = [
        question.best[0],
        *(each for each in discards(question.view) if each != question.best[0]),
    ]
    return play_out(Position(question.view, (), False), best, others, trial), trial


def tiles(actions: Sequence[Action]) -> list[str]:
    return [action.tile for action in actions if isinstance(action, Discard)]


def test_a_clear_best_takes_few_worlds(question: ChoiceQuestion) -> None:
    (best,) = tiles(question.best[:1])
    verdict, trial = tried(question, lambda tile, world: 5 * (tile == best) + world % 2)
    assert verdict is not None and tiles(verdict.right) == [best] and len(trial.tried) == 2
    assert {lead.mean for lead in verdict.leads.values()} == {5.0}


def test_where_another_is_better_there_is_no_card(question: ChoiceQuestion) -> None:
    (best,) = tiles(question.best[:1])
    verdict, trial = tried(question, lambda tile, world: (0 if tile == best else 5) + world % 2)
    assert verdict is None and len(trial.tried) == 1


def test_nor_where_too_many_are_as_good(question: ChoiceQuestion) -> None:
    assert tried(question, lambda tile, world: world % 7)[0] is None


def test_nor_where_all_are_right(question: ChoiceQuestion) -> None:
    one, two, *_ = discards_of(question)
    assert play_out(Position(question.view, (), False), one, [two], Fixed(lambda _, world: world % 7)) is None


def test_one_more_may_be_as_good(question: ChoiceQuestion) -> None:
    best, second, *_ = tiles(
        [question.best[0], *(a for a in discards(question.view) if a != question.best[0])]
    )
    verdict, _ = tried(question, lambda tile, world: 5 * (tile in (best, second)) + world % 2)
    assert verdict is not None and tiles(verdict.right) == [best, second]


def test_what_is_not_decided_is_tried_on(question: ChoiceQuestion) -> None:
    """Only the one that is in doubt, and the best beside it."""
    best, second, *_ = tiles(
        [question.best[0], *(a for a in discards(question.view) if a != question.best[0])]
    )
    luck = {best: (40, 2), second: (37, 4)}

    def points(tile: str, world: int) -> int:
        """Twenty more or less, the two of them in other worlds."""
        mean, lap = luck.get(tile, (-40, 2))
        return mean + (20 if world % lap < lap // 2 else -20)

    verdict, trial = tried(question, points)
    assert verdict is not None and tiles(verdict.right) == [best]
    assert 1 < len(trial.tried) <= len(STEPS)
    assert [best, second] in trial.tried and len(trial.tried[0]) == 1 + RIVALS
    assert best not in trial.tried[-1] and len(trial.tried[-1]) == len(discards(question.view)) - 1 - RIVALS


def test_a_card_says_what_each_came_to(question: ChoiceQuestion) -> None:
    (best,) = tiles(question.best[:1])
    trial = Fixed(lambda tile, world: 6 if tile == best else -1 + 2 * (world % 2))
    found = played(question, Position(question.view, (), False), trial)
    assert found is not None and found.best == question.best[:1] and behind(found) == 6.0
    first, *others = found.played
    assert (first.action, first.behind, first.win, first.why) == (question.best[0], 0.0, 1.0, None)
    assert {each.win for each in others} == {0.5} and all(each.why for each in others)
    assert {each.action for each in found.played} == set(discards(question.view))


def test_what_was_seen_soon_is_tried_again(question: ChoiceQuestion) -> None:
    """And stands, with the mean of all worlds, or falls."""
    best, second, *others = discards_of(question)
    first = [Played(best, 0.0, 0.0, 0.5, 512), Played(second, 4.0, 1.5, 0.4, 512, "wider")]
    sure = [Played(each, 9.0, 1.0, 0.1, 256, "nearer") for each in others]
    asked = msgspec.structs.replace(question, played=(*first, *sure))
    position = Position(question.view, (), False)
    (tile,) = tiles([second])

    holds = Fixed(lambda each, world: (0 if each == tile else 6) + world % 2)
    found = tried_again(asked, position, holds)
    assert found is not None and found.played[1].worlds == 512 + MORE
    assert found.played[1].behind == 6.0 and found.played[2:] == tuple(sure)
    assert holds.tried == [tiles([best, second])]

    falls = Fixed(lambda each, world: 1 if each == tile else world % 2)
    assert tried_again(asked, position, falls) is None
    settled = msgspec.structs.replace(question, played=(first[0], *sure))
    assert tried_again(settled, position, Fixed(lambda _, __: 0)) == settled


def test_no_idea_makes_up_most_of_the_deck() -> None:
    kept = various_choices(pool().choices, 60)
    assert len(kept) > 50
    assert {idea(each) for each in kept} == {idea(each) for each in pool().choices}
    assert max(Counter(map(idea, kept)).values()) <= 60 * MOST_OF_ONE


def test_a_line_that_was_cut_off_is_found_again(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    line = msgspec.json.encode(Found(3, {"turn": 1}, (), ()))
    file.write_bytes(line + b"\n" + line[:9])
    assert [each.match for each in read([file, tmp_path / "not there"])] == [3]
