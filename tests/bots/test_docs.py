"""The player of docs/strength.md plays, by itself and by its name."""

import re
import sys
from pathlib import Path

import pytest

from wuyi import Match
from wuyi.cli.main import main

DOCS = Path(__file__).parents[2] / "docs" / "strength.md"
PLAYER, PLAYS = re.findall(r"^```python\n(.*?)^```$", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_a_player_of_ones_own_plays_a_match() -> None:
    names: dict[str, object] = {"__name__": DOCS.name}
    exec(compile(PLAYER + PLAYS, str(DOCS), "exec"), names)
    match = names["match"]
    assert isinstance(match, Match) and match.over and sum(match.scores) == 0


def test_it_plays_in_the_arena_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hasty.py").write_text(PLAYER, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    assert main(["arena", "--seats", "hasty:Hasty,random", "--deals", "1"]) == 0
    _, hasty, random, _ = capsys.readouterr().out.splitlines()
    assert hasty.startswith("hasty:Hasty ") and random.startswith("random ")
