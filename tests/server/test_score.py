"""The calculator over HTTP answers as the command line does, and says where a question is wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.process import ServerProcess
from wuyi.scoring.request import ScoreRequest, complete
from wuyi.scoring.request import WaitingRequest as Thirteen
from wuyi.server.http.score import judged

GOLDEN = Path(__file__).parent.parent / "golden" / "score.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]

HALF_FLUSH: dict[str, Any] = {"hand": "23m456789m111z22z", "tile": "4m", "caishen": "9p", "dealer": 2}


@pytest.fixture
def http(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address) as client:
        yield client


def ask(http: httpx.Client, path: str = "/api/score", **question: Any) -> Any:
    answer = http.post(path, json=question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_every_golden_row() -> None:
    for row in ROWS:
        said = msgspec.to_builtins(judged(msgspec.convert(row["request"], ScoreRequest)))
        shown = {key: list(value) if isinstance(value, tuple) else value for key, value in said.items()}
        assert {key: shown.get(key) for key in row["answer"]} == row["answer"], row["request"]


def test_golden_rows_over_the_wire(http: httpx.Client) -> None:
    for row in ROWS[::40]:
        said = ask(http, **row["request"])
        assert {key: said.get(key) for key in row["answer"]} == row["answer"]


def test_a_win_is_laid_out_as_it_was_read(http: httpx.Client) -> None:
    said = ask(http, **HALF_FLUSH)
    assert said["type"] == "scored" and said["win"] is True and said["liable"] is None
    assert (said["fans"], said["fan"], said["base"]) == ([["hunyise", 2], ["zimo", 1]], 3, 8)
    assert said["payments"] == [32, -8, -16, -8]
    assert said["groups"][0] == {
        "kind": "run",
        "tiles": ["2m", "3m", "4m"],
        "reads": ["2m", "3m", "4m"],
        "claimed": False,
    }


def test_who_pays_all_is_named_where_it_holds(http: httpx.Client) -> None:
    melds = ["[123s]", "[555s]", "[789s]"]
    flush: dict[str, Any] = {"hand": "2233s", "tile": "3s", "caishen": "1m", "melds": melds, "liable": 3}
    assert ask(http, **flush)["liable"] == 3
    assert ask(http, **flush | {"hand": "22s33z", "tile": "3z"})["liable"] is None


def test_a_hand_that_may_not_win(http: httpx.Client) -> None:
    said = ask(http, **HALF_FLUSH | {"way": "discard", "discarder": 1})
    assert said == {
        "type": "no_win",
        "win": False,
        "reason": "many_waits_must_draw",
        "waits": ["1m", "4m", "7m"],
    }


@pytest.mark.parametrize(
    ("change", "where", "reason"),
    [
        ({"hand": "123x"}, "hand:4", "unreadable"),
        ({"hand": "123m"}, "hand:1", "wrong_count"),
        ({"tile": "2m", "hand": "2222m456789m11z2z"}, "tile:1", "five_of_a_kind"),
        ({"hand": "9999p456789m111z"}, "hand:4", "four_caishen"),
        ({"melds": ["[999p]"], "hand": "23m456789m11z"}, "melds[0]:2", "caishen_in_meld"),
        ({"after_kong": True}, "after_kong", "no_kong"),
        ({"liable": 1}, "liable", "liable_unclaimed"),
        ({"discarder": 1}, "discarder", "discard_only"),
        ({"flown": 1}, "flown", "flown_without"),
        ({"heavenly": True}, "heavenly", "heavenly_not_dealer"),
        ({"way": "discard", "last_tile": True}, "last_tile", "draw_only"),
        ({"way": "discard", "discarder": 0}, "discarder", "own_discard"),
    ],
)
def test_what_cannot_be(http: httpx.Client, change: dict[str, Any], where: str, reason: str) -> None:
    said = ask(http, **HALF_FLUSH | change)
    assert (said["type"], said["where"], said["reason"]) == ("impossible", where, reason)
    assert said["error"]


@pytest.mark.parametrize(
    "change",
    [
        *({"hand": "1" * 201}, {"melds": ["[111z]"] * 5}, {"flown": 4}, {"flown": True}, {"dealer": 4}),
        *({"rules": {"hands": 5}}, {"more": 1}, {"tile": None}),
    ],
)
def test_what_is_no_question(http: httpx.Client, change: dict[str, Any]) -> None:
    answer = http.post("/api/score", json=HALF_FLUSH | change)
    assert answer.status_code == 400 and answer.json()["reason"] == "bad_message"


def test_thirteen_tiles_are_told_what_they_wait_for(http: httpx.Client) -> None:
    said = ask(http, "/api/waits", hand="23m456789m111z22z", caishen="9p")
    assert [(one["tile"], one["left"], one["drawn"], one["discarded"]) for one in said["waits"]] == [
        ("1m", 4, 5, None),  # 一条龙
        ("4m", 3, 3, None),
        ("7m", 3, 3, None),
    ]
    assert {one["discarded_reason"] for one in said["waits"]} == {"many_waits_must_draw"}
    assert ask(http, "/api/waits", hand="147m258p369s1234z", caishen="9p")["waits"][0]["drawn"] == 3
    assert ask(http, "/api/waits", hand="1357m1357p1357s1z", caishen="9p")["waits"] == []
    assert ask(http, "/api/waits", hand="1m", caishen="9p")["where"] == "hand:1"


def test_what_goes_with_a_draw_is_counted_for_the_draw_alone() -> None:
    waiting = Thirteen(hand="111222333m444z1p", caishen="1p", flown=1, kong_discard=True)
    found = complete(waiting)
    assert {one.drawn for one in found} == {2 + 2 + 3}  # 混一色, 碰碰胡, 财飘
    assert {one.discarded_reason for one in found} == {"baotou_must_draw"}


def test_how_often_one_may_ask(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "wuyi.db")
    server.start(WUYI_MESSAGES_PER_SECOND="1")
    try:
        with httpx.Client(base_url=server.address) as http:
            statuses = [http.post("/api/score", json=HALF_FLUSH).status_code for _ in range(8)]
    finally:
        server.kill()
    assert statuses[:3] == [200] * 3 and 429 in statuses
