"""`wuyi verify`: where the luck of each hand came from, and 1 for a difference."""

import json
from pathlib import Path

import pytest

from wuyi.cli.main import main
from wuyi.engine.legal import acting, legal_actions
from wuyi.engine.match import Match
from wuyi.engine.record import decode, encode, record_of
from wuyi.rules import Ruleset
from wuyi.server.community.records import anonymous
from wuyi.simulate.play import match_seed, play_match

SEATS = ("Li", "Wu", "He", "Mo")
GIVEN = ("0a" * 32, "", "", "3d" * 32)


def hands() -> list[bytes]:
    """Two hands of a match: one without seeds of the seats, one with two."""
    match = Match(bytes(32), Ruleset(hands=4))
    lines = []
    for seeds in (("", "", "", ""), GIVEN):
        match.start_next_hand(seeds)
        while match.state is not None and not match.state.over:
            seat = acting(match.state)[0]
            match.apply(legal_actions(match.state, seat)[-1])
        lines.append(encode(record_of(match.rules, match.events, match="m", seats=SEATS)))
    return lines


LINES = hands()


def write(path: Path, lines: list[bytes]) -> str:
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


def test_it_says_whose_luck_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "records.jsonl", LINES)
    assert main(["verify", file]) == 0
    bound = [json.loads(line)["commitment"] for line in LINES]
    assert capsys.readouterr().out.splitlines() == [
        f"match m, hand 1: dealt from the secret alone, no seat gave a seed, commitment {bound[0]}",
        f"match m, hand 2: dealt from the secret and the seeds of seat 0 (Li), 3 (Mo), commitment {bound[1]}",
        f"{file}: 2 hands verified",
    ]


def test_an_anonymous_record_names_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = encode(anonymous(decode(LINES[1])))
    assert main(["verify", write(tmp_path / "record.json", [line])]) == 0
    assert capsys.readouterr().out.startswith("hand 2: dealt from the secret and the seeds of seat 0, 3, ")


def test_it_says_which_hands_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever leaves out a hand that was drawn changes no total."""
    bots = ("random", "random", "random", "random")
    first, _, third, _ = play_match(Ruleset(hands=4), match_seed(1, 1), bots, "1-1")
    assert main(["verify", write(tmp_path / "some.jsonl", [encode(first), encode(third)])]) == 0
    assert "match 1-1, hand 2: not in the file" in capsys.readouterr().out


def test_an_empty_file_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", write(tmp_path / "empty", [])]) == 2
    assert "no record is in it" in capsys.readouterr().err


def test_records_of_the_simulator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bots = ("random", "random", "random", "random")
    records = play_match(Ruleset(hands=4), match_seed(1, 1), bots, "1-1")
    assert main(["verify", write(tmp_path / "records.jsonl", [encode(record) for record in records])]) == 0
    assert "hand 4: dealt from a seed, commitment " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("field", "value"), [("secret", "00" * 32), ("seeds", ["", "", "", ""]), ("commitment", "00" * 32)]
)
def test_another_deal_is_found_out(
    field: str, value: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = json.dumps(json.loads(LINES[1]) | {field: value}).encode()
    file = write(tmp_path / "records.jsonl", [LINES[0], changed])
    assert main(["verify", file]) == 1
    assert capsys.readouterr().err.startswith(f"wuyi verify: {file}:2: ")


def test_an_editors_mark_before_the_first_record_is_no_part_of_it(tmp_path: Path) -> None:
    assert main(["verify", write(tmp_path / "records.jsonl", [b"\xef\xbb\xbf" + LINES[0], LINES[1]])]) == 0
    assert main(["verify", write(tmp_path / "records.jsonl", [LINES[0], b"\xef\xbb\xbf" + LINES[1]])]) == 2


def test_what_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "records.jsonl", [b"{}"])
    assert main(["verify", file]) == 2
    assert capsys.readouterr().err.startswith(f"wuyi verify: {file}:1: not a record")
