"""`wuyi arena`: a table for people, JSON for programs."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from wuyi.bots import BOTS
from wuyi.cli.main import main

RUN = ["arena", "--seats", "greedy,random", "--deals", "2", "--seed", "3"]


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*RUN, "--json", *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = report(capsys)
    assert found["seats"] == ["greedy", "random", "random", "random"]
    assert (found["deals"], found["seed"], found["hands"]) == (2, 3, 8)
    assert sum(found["wins_by"].values()) == round(8 * (1 - found["draw_rate"]))
    greedy, random = found["bots"]
    assert (greedy["bot"], random["bot"]) == ("greedy", "random")
    assert (greedy["hands"], random["hands"]) == (8, 24)
    assert greedy["points"] == pytest.approx(-3 * random["points"])
    low, high = greedy["interval"]
    assert low <= greedy["points"] <= high
    assert 0 < greedy["decision_ms"]["p50"] <= greedy["decision_ms"]["p99"]
    assert {"win_rate", "deal_in_rate", "mean_fan"} <= greedy.keys()


def test_more_processes_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    alone, together = report(capsys), report(capsys, "--jobs", "2")
    for found in (alone, together):
        for bot in found["bots"]:
            del bot["decision_ms"]
    assert alone == together


def test_the_rules_are_those_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert report(capsys, "--rule", "min_fan=4")["rules_hash"] != report(capsys)["rules_hash"]


def test_the_table_has_a_line_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(RUN) == 0
    head, greedy, random, hands = capsys.readouterr().out.splitlines()
    assert head.startswith("player")
    assert greedy.startswith("greedy") and " to " in greedy
    assert random.startswith("random")
    assert hands.startswith("8 hands, ")
    assert len(head) == len(greedy) == len(random)


def test_arms_are_compared_deal_by_deal(capsys: pytest.CaptureFixture[str]) -> None:
    run = ["arena", "--arms", "greedy,novice", "--against", "greedy,random", "--deals", "2"]
    assert main([*run, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["arms"], found["against"]) == (["greedy", "novice"], ["greedy", "random", "random"])
    greedy, novice = found["bots"]
    (lead,) = found["leads"]
    assert (lead["bot"], lead["over"]) == ("greedy", "novice")
    assert lead["points"] == pytest.approx(greedy["points"] - novice["points"])
    assert main(run) == 0
    assert "greedy over novice, deal by deal: " in capsys.readouterr().out


def test_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "arena.svg"
    assert main([*RUN, "--picture", str(file)]) == 0
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "greedy" in texts and "random" in texts
    assert any(text.startswith("greedy: wins by fan") for text in texts)


def test_an_unknown_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--seats", "greedy,best"]) == 2
    assert capsys.readouterr().err == f"wuyi arena: no computer player 'best'; there are {', '.join(BOTS)}\n"
    assert main(["arena", "--arms", "ev", "--against", "ev,value,greedy,novice"]) == 2
    assert "--against: 4 players for the three other chairs" in capsys.readouterr().err
