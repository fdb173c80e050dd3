"""Work shared out among processes comes back in order."""

from collections.abc import Iterator

import pytest

from wuyi.simulate.pool import Processes


def square(number: int) -> int:
    return number * number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(Processes(jobs).ordered_map(square, range(30))) == [number * number for number in range(30)]
    assert list(Processes(jobs).ordered_map(square, [])) == []


def test_items_are_not_taken_far_ahead_of_the_results() -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = Processes(2).ordered_map(square, items())
    assert next(results) == 0
    assert len(taken) <= 10
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_out(jobs: int) -> None:
    results = Processes(jobs).ordered_map(fail_at_three, range(9))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)
