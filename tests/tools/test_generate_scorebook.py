"""What the page's score book reckons with is what the rules say."""

import pytest

from tools import generate_scorebook
from wuyi.scoring.payment import payments


def test_the_files_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["generate_scorebook.py", "--check"])
    assert generate_scorebook.main() == 0


def test_the_table_of_rules_6_2_and_6_3() -> None:
    """The seed's own: 2-1-1, discarder and dealer double, the dealer's discard four times."""
    factors = generate_scorebook.factors()
    assert factors["0--"] == [6, -2, -2, -2]
    assert factors["02-"] == [4, -1, -2, -1]
    assert factors["1--"] == [4, -2, -1, -1]
    assert factors["12-"] == [5, -2, -2, -1]
    assert factors["11-"] == [6, -4, -1, -1]
    assert factors["123"] == [5, 0, 0, -5]
    assert all(sum(gains) == 0 for gains in factors.values())


def test_people_pay_alike_wherever_they_sit() -> None:
    """The page knows people and looks up seats counted from the winner: the same."""
    for winner in range(4):
        gains = payments(8, winner=winner, dealer=(winner + 1) % 4, discarder=(winner + 2) % 4, liable=None)
        seen = [gains[(winner + seat) % 4] // 8 for seat in range(4)]
        assert seen == generate_scorebook.factors()["12-"]


def test_the_dice_point_as_in_rules_1_3_and_1_4() -> None:
    openings = generate_scorebook.openings()
    assert openings[5] == {"side": 0, "skipped": 5, "turned": 5}
    assert openings[12] == {"side": 3, "skipped": 12, "turned": 12}
