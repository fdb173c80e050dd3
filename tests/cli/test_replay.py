"""`wuyi replay`: records in words, and checked; 1 for a difference, 2 for what cannot be read."""

import io
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from wuyi.cli.main import main
from wuyi.engine.record import encode
from wuyi.rules import Ruleset
from wuyi.simulate.play import match_seed, play_match

LINES = [
    encode(record)
    for record in play_match(
        Ruleset(hands=4), match_seed(1, 1), ("greedy", "greedy", "random", "greedy"), "m"
    )
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in LINES))
    return path


def test_every_hand_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--lang", "en"]) == 0
    hands = capsys.readouterr().out.split("\n\n")
    assert len(hands) == 4
    for number, hand in enumerate(hands, start=1):
        lines = hand.splitlines()
        assert lines[0].startswith(f"match m, hand {number} of 4: caishen ")
        assert sum(line.startswith("  seat ") and ", dealer (" in line for line in lines) == 1
        assert re.fullmatch(r"seat \d draws \d[mpsz], (discards|wins|kongs).*", lines[5])
        assert "nobody wins" in lines[-1] or re.fullmatch(
            r"  (seat \d [+-]\d+ makes -?\d+(, )?){4}", lines[-1]
        )


def test_in_chinese_by_default(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "财神" in out and "庄家" in out
    assert not re.search(r"\b(draws|discards|wins|seat)\b", out)


def test_in_the_language_of_the_environment(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert main(["replay", str(file)]) == 0
    assert "discards" in capsys.readouterr().out


def test_a_good_file_is_verified(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--verify"]) == 0
    assert capsys.readouterr().out == f"{file}: 4 hands verified\n"


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(LINES[0])))
    assert main(["replay", "-", "--verify"]) == 0
    assert capsys.readouterr().out == "-: 1 hands verified\n"


def test_the_first_difference_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_bytes()
    second = text.index(b"\n") + 1
    spoilt = text[:second] + text[second:].replace(b'"drawn":true', b'"drawn":false', 1)
    file.write_bytes(spoilt)
    assert main(["replay", str(file), "--verify"]) == 1
    err = capsys.readouterr().err
    assert re.match(rf"wuyi replay: {re.escape(str(file))}:2: event \d+: recorded .* replayed ", err)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "line", [b"", b"{}", b"not json", LINES[0][:-40], LINES[0].replace(b'"format":1', b'"format":2'), b"\xff"]
)
@pytest.mark.parametrize("options", [[], ["--verify"]], ids=["tell", "verify"])
def test_what_is_no_record_is_bad_input(
    line: bytes, options: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(LINES[0] + b"\n" + line + b"\n")
    assert main(["replay", str(file), *options]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"wuyi replay: {file}:2: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [(rb'"wall":"..', b'"wall":"1x'), (rb'"wall":"..', b'"wall":"'), (rb'"dealer":.', b'"dealer":7')],
)
def test_a_record_whose_deal_is_none(
    old: bytes, new: bytes, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(re.sub(old, new, LINES[0], count=1) + b"\n")
    assert main(["replay", str(file), "--verify"]) == 1
    assert main(["replay", str(file)]) == 2
    assert all(line.startswith("wuyi replay: ") for line in capsys.readouterr().err.splitlines())


@pytest.mark.parametrize("options", [[], ["--verify"]], ids=["tell", "verify"])
def test_an_empty_file(options: list[str], file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"")
    assert main(["replay", str(file), *options]) == 2
    assert capsys.readouterr().err == f"wuyi replay: {file}: no record is in it\n"


def test_no_such_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "no/such/file"]) == 2
    assert capsys.readouterr().err == "wuyi replay: no/such/file: No such file or directory\n"
