"""The work goes to a Ray cluster, if there is the extra; errors say what to do."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from wuyi.cli.main import main
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate import cluster
from wuyi.simulate.arena import run_arena
from wuyi.simulate.cluster import Cluster, NoCluster
from wuyi.simulate.play import line_up


def square(number: int) -> int:
    return number * number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def ordered(address: str, work: Callable[[int], int], count: int) -> list[int]:
    return list(Cluster(address).ordered_map(work, range(count)))


def test_without_the_extra_the_error_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["arena", "--seats", "random", "--deals", "1", "--cluster", "auto"]) != 0
    assert "pip install '.[ray]' in a clone" in capsys.readouterr().err


def test_a_machine_with_another_version_does_not_work() -> None:
    with pytest.raises(NoCluster, match=r"version .* of wuyi, not 0\.0\.0"):
        cluster._done("0.0.0", square, 2)


@pytest.mark.long
def test_a_cluster_gives_the_same_report() -> None:
    pytest.importorskip("ray")
    assert ordered("local", square, 40) == [number * number for number in range(40)]
    with pytest.raises(ValueError, match="three"):
        ordered("local", fail_at_three, 9)
    how: dict[str, Any] = {"deals": 3, "seed": 2, "rules": DEFAULT_RULES}
    alone = run_arena(line_up(("random",)), **how)
    spread = run_arena(line_up(("random",)), **how, workers=Cluster("local"))
    assert alone.outcomes == spread.outcomes
    assert alone.tallies["random"].points == spread.tallies["random"].points
    with pytest.raises(NoCluster, match="no Ray cluster at"):
        ordered("127.0.0.1:1", square, 1)
