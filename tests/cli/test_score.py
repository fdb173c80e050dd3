"""`wuyi score`, for people and for programs."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuyi.cli import main as program
from wuyi.cli.score_lines import MAX_LINE, answer_line, answer_lines
from wuyi.cli.words import FANS, MISTAKES, REASONS
from wuyi.hand import notation
from wuyi.scoring.registry import FANS as REGISTERED
from wuyi.scoring.request import RequestError

ROOT = Path(__file__).parents[2]
HALF_FLUSH = "23m456789m111z22z+4m"


def score(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """Exit code, output, and error of `wuyi score`."""
    try:
        code = program.main(["score", *args])
    except SystemExit as stop:
        code = int(stop.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


# --- for people ---------------------------------------------------------------------------------


def test_a_win(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = score(capsys, HALF_FLUSH, "--caishen", "9p", "--dealer", "2")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "财神九筒，自摸四万",
        "+--++--++--++--++--++--++--++--++--++--++--++--++--+ +--+",
        "|二||三||四||五||六||七||八||九||东||东||东||南||南| |四|",
        "|万||万||万||万||万||万||万||万||  ||  ||  ||  ||  | |万|",
        "+--++--++--++--++--++--++--++--++--++--++--++--++--+ +--+",
        "",
        "读作  (二万三万四万)  (四万五万六万)  (七万八万九万)  (东东东)  (南南)",
        "  混一色  2番",
        "  自摸    1番",
        "共3番，基本分8",
        "",
        "座位0 (胡牌)  +32",
        "座位1         -8",
        "座位2 (庄家)  -16",
        "座位3         -8",
        "",
        "听  一万 四万 七万",
    ]


def test_a_win_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = score(
        capsys, "1345557p[789p][567p]+6p", "--caishen", "1p", "--lang", "en", "--winner", "1"
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "caishen 1p, drew 6p"
    assert "+**++--+" in out
    assert "[5p 1p=5p]" in out
    assert "  Full flush  3" in out
    assert "seat 1 (winner)  +64" in out


def test_a_white_is_shown_with_what_it_stands_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, "4445p[57p5z][234p](1111z)+5p", "--caishen", "6p")
    assert "|五||白||七|" in out
    assert "(五筒白=六筒七筒)" in out


def test_the_language_follows_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert "Half flush" in score(capsys, HALF_FLUSH, "--caishen", "9p")[1]


def test_why_it_may_not_win(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = score(capsys, "345m111z678m22z44m-4m", "--caishen", "9p", "--discarder", "1")
    assert code == 0
    assert "不能胡：听了不止一种牌，只能自摸" in out
    assert out.endswith("听  四万 南\n")


def test_a_refusal_says_what_belongs_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The suits that are mixed; the fans there are where they are too few."""
    _, out, _ = score(capsys, "123m456p789m11z22z+1z", "--caishen", "9s")
    assert "不能胡：没有混一色（万、筒）" in out
    plain = ("13m567p111z22z789s-2m", "--caishen", "9p", "--rule", "half_flush_required=false")
    assert "不能胡：番数不够起胡（独听 1）" in score(capsys, *plain)[1]
    assert "no win: too few fan to win (Only wait 1)" in score(capsys, *plain, "--lang", "en")[1]


def test_nobody_can_claim_a_discarded_caishen(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, "23m456789m111z22z-9p", "--caishen", "9p")
    assert "不能胡：打出的财神谁也不能要" in out


def test_without_a_winning_tile_it_says_the_wait(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = score(capsys, "23m456789m111z22z", "--caishen", "九筒")
    assert code == 0
    assert out.startswith("财神九筒\n")
    assert out.endswith("听  一万 四万 七万\n")
    assert score(capsys, "13579m13579p135s", "--caishen", "9s")[1].endswith("没有听牌\n")


def test_baotou_waits_for_anything(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ("123456789m111z9p", "--caishen", "9p")
    assert score(capsys, *hand)[1].endswith("听  任何一张（爆头）\n")
    assert score(capsys, f"{hand[0]}+2z", *hand[1:], "--lang", "en")[1].endswith("waits  any tile (baotou)\n")


def test_a_cap_of_the_fan_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    asked = (HALF_FLUSH.replace("23m", "13m").replace("4m", "2m"), "--caishen", "9p", "--rule", "fan_cap=4")
    assert "共6番，封顶4番，基本分16" in score(capsys, *asked)[1]
    assert "6 fan, capped at 4, base 16" in score(capsys, *asked, "--lang", "en")[1]


def test_the_flags(capsys: pytest.CaptureFixture[str]) -> None:
    full_flush = "4m[123m][456m][789m][222m]"
    flags = {
        ("345m(1111z)678m22z44m+4m", "--after-kong"): "杠开",
        (f"{full_flush}+4m", "--last-tile"): "海底捞",
        (HALF_FLUSH, "--heavenly"): "天胡",
        ("13m456789m111z22z-2m", "--earthly", "--winner", "1", "--discarder", "0"): "地胡",
        (f"{full_flush}-4m", "--kong-discard", "--discarder", "1"): "杠冲",
        ("123m456m789m444z9p+1s", "--flown", "2"): "财飘    2番",
        (f"{full_flush}+4m", "--liable", "3"): "座位3 (承包)        -",
        ("123m456p789s44m55z+5z", "--rule", "half_flush_required=false", "--rule", "min_fan=0"): "平胡",
    }
    for args, said in flags.items():
        code, out, err = score(capsys, *args, "--caishen", "9p")
        assert (code, err) == (0, ""), args
        assert said in out, args


@pytest.mark.parametrize("winning", ["-4m", "-四万", "+4m", "^4m", "- 4m"])
def test_the_winning_tile_may_stand_apart(capsys: pytest.CaptureFixture[str], winning: str) -> None:
    """Without quotes, before or behind the flags: a dash with no Latin letter behind it is no flag (10)."""
    hand, caishen = "23m56789m111z222z", ("--caishen", "9p")
    whole = score(capsys, f"{hand}{winning}", *caishen)
    assert whole[0] == 0
    assert score(capsys, hand, *winning.split(), *caishen) == whole
    assert score(capsys, *caishen, hand, *winning.split()) == whole
    assert score(capsys, hand, *caishen, *winning.split()) == whole


def test_payments_need_the_discarder(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, "13m456789m111z22z-2m", "--caishen", "9p")
    assert "--discarder" in out and "座位" not in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([HALF_FLUSH], "--caishen: is wanted"),
        (["--caishen", "9p"], "HAND: is wanted"),
        ([HALF_FLUSH, "--caishen", "9p9p"], "--caishen: 2 tiles"),
        ([HALF_FLUSH, "--caishen", "x"], "--caishen:1: unexpected 'x'"),
        (["23m456789m111z22z4m", "--caishen", "9p"], "(at 20 of"),
        (["11111m", "--caishen", "9p"], "a fifth 1m (at 5 of '11111m')"),
        ([HALF_FLUSH, "--caishen", "9p", "--winner", "4"], "--winner: invalid choice: 4"),
        ([HALF_FLUSH, "--caishen", "9p", "--winner", "x"], "--winner: "),
        ([HALF_FLUSH, "--caishen", "9p", "--flown", "9"], "--flown: "),
        ([HALF_FLUSH, "--caishen", "9p", "--discarder", "1"], "--discarder: "),
        ([HALF_FLUSH, "--caishen", "9p", "--liable", "1"], "--liable: "),
        ([HALF_FLUSH, "--caishen", "9p", "--after-kong"], "--after-kong: "),
        ([HALF_FLUSH, "--caishen", "9p", "--earthly"], "--earthly: "),
        ([HALF_FLUSH, "--caishen", "9p", "--heavenly", "--dealer", "1"], "--heavenly: "),
        ([HALF_FLUSH, "--caishen", "9p", "--rule", "min_fan=50"], "min_fan"),
        ([HALF_FLUSH, "--caishen", "9p", "--rule", "nonsense=1"], "nonsense"),
        ([HALF_FLUSH, "--caishen", "9p", "--rule", "min_fan"], "min_fan"),
        ([HALF_FLUSH, "--jsonl"], "--jsonl"),
        (["--jsonl", "-4m"], "--jsonl: goes without a hand"),
        (["123m", "-4m", "--caishen", "9p"], "3 tiles, a meld counted as three"),
        (["123m", "-4m", "--caisen", "9p"], "unrecognized arguments: -4m --caisen 9p"),
        (["--jsonl", "--caishen", "9p"], "--jsonl: goes without --caishen"),
        (["--jsonl", "--kong-discard"], "goes without --kong-discard"),
        ([HALF_FLUSH, "--caishen", "9p", "--rule", "fan_cap=-1"], "fan_cap: -1: 1 to 100 or none"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    code, out, err = score(capsys, *args, "--lang", "en")
    assert (code, out) == (2, "")
    assert err.startswith("wuyi score: ") and err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["11111m"], "同样的牌最多四张（“11111m”的第5个字）"),
        (["23m456789m111z22z4m"], "胡的那张要写在 +、- 或 ^ 后面（“23m456789m111z22z4m”的第20个字）"),
        ([], "HAND：没有写（见 wuyi score --help）"),
        ([HALF_FLUSH, "--discarder", "1"], "--discarder：只有捉冲才有"),
        (["1112z[11m]", "--caishen", "x"], "--caishen第1个字：看不懂"),
        ([HALF_FLUSH, "--rule", "min_fan=50"], "min_fan: 50: 0 to 10 is wanted"),
    ],
)
def test_what_is_wrong_is_said_in_chinese(
    capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    assert score(capsys, "--caishen", "9p", *args) == (2, "", f"wuyi score: {said}\n")


def test_a_hand_in_pieces_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    whole = score(capsys, HALF_FLUSH, "--caishen", "9p")
    assert score(capsys, "23m", "456789m", "111z22z", "+4m", "--caishen", "9p") == whole


# --- for programs -------------------------------------------------------------------------------

FULL = {"hand": "11122244466m88m", "tile": "8m", "caishen": "1p"}


def ask(request: Any) -> dict[str, Any]:
    said = answer_line(json.dumps(request).encode(), 7)
    loaded: dict[str, Any] = json.loads(json.dumps(said))
    return loaded


def test_the_answer_to_a_win() -> None:
    assert ask({**FULL, "dealer": 1}) == {
        "win": True,
        "fan": 6,
        "fans": [["pengpenghu", 2], ["qingyise", 3], ["zimo", 1]],
        "base": 64,
        "waits": ["6m", "8m"],
        "payments": [256, -128, -64, -64],
    }


def test_the_answer_to_no_win() -> None:
    assert ask({**FULL, "way": "discard", "discarder": 1}) == {
        "win": False,
        "reason": "many_waits_must_draw",
        "waits": ["6m", "8m"],
    }


def test_without_the_discarder_nobody_knows_who_pays() -> None:
    said = ask({"hand": "13m456789m111z22z", "tile": "2m", "caishen": "9p", "way": "discard"})
    assert (said["win"], said["payments"]) == (True, None)


@pytest.mark.parametrize(
    ("change", "where", "error"),
    [
        ({"hand": "1112x"}, "hand:5", "unexpected 'x'"),
        ({"hand": "11122244466m8m"}, "hand:1", "12 tiles"),
        ({"hand": "11122244466m81p[1m"}, "hand:16", "unexpected"),
        ({"hand": 1}, "hand", "Expected `str`"),
        ({"hand": "1" * 300}, "hand", "length <= 200"),
        ({"tile": "8m8m"}, "tile", "2 tiles"),
        ({"tile": "0m"}, "tile:1", "no tile 0m"),
        ({"hand": "1111222244466m", "tile": "1m"}, "tile:1", "a fifth 1m"),
        ({"hand": "1111222244466m", "caishen": "1m"}, "hand:4", "a fourth caishen"),
        ({"hand": "1112224446m", "melds": ["[88m]"]}, "melds[0]:1", "neither a run nor alike"),
        ({"hand": "1112224446m", "melds": ["[111p]"]}, "melds[0]:2", "a caishen stays concealed"),
        ({"hand": "1112224446m", "melds": [3]}, "melds[0]", "Expected `str`"),
        ({"melds": ["[111z]"] * 5}, "melds", "length <= 4"),
        ({"way": "steal"}, "way", "Invalid enum"),
        ({"flown": -1}, "flown", ">= 0"),
        ({"flown": 10**30}, "flown", ""),
        ({"winner": 4}, "winner", "<= 3"),
        ({"winner": True}, "winner", "Expected `int`"),
        ({"rules": {"min_fan": 11}}, "rules.min_fan", "<= 10"),
        ({"rules": {"nonsense": 1}}, "rules", "unknown field `nonsense`"),
        ({"discarder": 1}, "discarder", "no discarder"),
        ({"way": "discard", "discarder": 0}, "discarder", "own discard"),
        ({"way": "discard", "discarder": 1, "flown": 1}, "flown", "drawn tile alone"),
        ({"way": "rob", "discarder": 1, "kong_discard": True}, "kong_discard", "discard alone"),
        ({"flown": 1}, "flown", "leaves a caishen"),
        ({"heavenly": True, "dealer": 1}, "heavenly", "dealer"),
        ({"way": "discard", "earthly": True}, "earthly", "off the dealer"),
        ({"way": "discard", "earthly": True, "winner": 1, "discarder": 2}, "earthly", "first discard"),
        ({"after_kong": True}, "after_kong", "no kong"),
        ({"liable": 0}, "liable", "by themselves"),
        ({"liable": 1}, "liable", "three times"),
    ],
)
def test_what_cannot_be_is_named(change: dict[str, Any], where: str, error: str) -> None:
    said = ask({**FULL, **change})
    assert said.keys() == {"error", "where"}
    assert said["where"] == f"line 7, {where}"
    assert error in said["error"]


def test_flown_and_held_are_three_at_most() -> None:
    said = ask({"hand": "123456789m44z11p", "tile": "4z", "caishen": "1p", "flown": 2})
    assert said["where"] == "line 7, flown"


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"x", b"[]", b"null", b'{"hand":', b"\xff\xfe", b"[" * 9000, b'"\\ud800"']
)
def test_lines_that_are_no_request(line: bytes) -> None:
    said = answer_line(line, 3)
    assert said.keys() == {"error", "where"}
    assert said["where"] == "line 3"


def test_lines_are_answered_in_order_and_bad_ones_do_not_stop_it() -> None:
    good = json.dumps(FULL).encode()
    lines = [good, b"x", b"y" * (3 * MAX_LINE), b"", good]
    answers = io.BytesIO()
    answer_lines(io.BytesIO(b"\n".join(lines)), answers)
    said = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert ["win" in each for each in said] == [True, False, False, False, True]
    assert [each.get("where") for each in said[1:4]] == ["line 2", "line 3", "line 4"]


def test_every_line_is_answered_before_the_next_is_read() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "wuyi", "score", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": ""},
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps(FULL).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["fan"] == 6
        process.stdin.close()
        assert process.wait(10) == 0


@given(st.binary() | st.text().map(str.encode))
def test_any_line_is_answered(line: bytes) -> None:
    assert answer_line(line, 1).keys() == {"error", "where"}


FIELDS = ("hand", "tile", "caishen", "melds", "way", "after_kong", "flown", "winner", "rules", "discarder")
VALUES = st.text() | st.integers() | st.none() | st.booleans() | st.lists(st.text())


@given(st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_any_object_is_answered(request: dict[str, Any]) -> None:
    assert ask({**FULL, **request}).keys() & {"error", "win"}


# --- words --------------------------------------------------------------------------------------


def test_every_fan_has_a_name_and_every_reason_its_words() -> None:
    assert FANS.keys() == REGISTERED.keys()
    documented = (ROOT / "docs" / "reasons.md").read_text("utf-8")
    assert all(f"`{reason}`" in documented for reason in REASONS)
    listed = [line.split("`")[1] for line in documented.splitlines() if line.startswith("| `")]
    assert set(listed) == REASONS.keys()


def test_every_mistake_has_its_words() -> None:
    """Those that `hand.notation` and `scoring.request` name, and two of the command's own."""
    described = f"{notation.__doc__}\n{RequestError.__doc__}"
    named = set(re.findall(r"^ *((?:\w+, )*\w+)   +\w", described, re.MULTILINE))
    ids = {id for line in named for id in line.split(", ")}
    assert ids == MISTAKES.keys() - {"missing", "no_winning_tile"}
