"""`wuyi review`: what is told, kept and refused. The worlds are those of a trial in which nobody plays."""

import io
import json
import re
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

import wuyi.review
from wuyi.cli.main import BAD_INPUT, main
from wuyi.engine.record import encode
from wuyi.review import Review

from ..review.deals import RECORDS, Noise


@pytest.fixture(autouse=True)
def noise(monkeypatch: pytest.MonkeyPatch) -> Noise:
    trial = Noise(steps=2)
    monkeypatch.setattr(wuyi.review, "trial", lambda: trial)
    return trial


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hands.jsonl"
    named = [
        msgspec.structs.replace(record, seats=("novice", "Li", "novice", "greedy")) for record in RECORDS
    ]
    path.write_bytes(b"".join(encode(record) + b"\n" for record in named))
    return path


def test_the_person_is_reviewed_in_every_hand(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--lang", "en", "--budget", "60"]) == 0
    first, second, total = capsys.readouterr().out.split("\n\n")
    for number, hand in enumerate((first, second), start=1):
        lines = hand.splitlines()
        assert re.fullmatch(rf"match m, hand {number}, seat 1 Li: accuracy \d+ of 100", lines[0])
        assert re.match(r"  [+-]\d+ points.*: luck [+-][\d.]+, mistakes ", lines[1])
        assert sum(line.startswith("  frame ") for line in lines) <= 3
        assert "hands played to their end" in lines[-1] and "pip install '.[fast]'" in lines[-1]
    assert total.startswith("2 hands: ")


def test_in_chinese_by_default(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(file), "--hand", "2", "--seat", "0", "--budget", "60"]) == 0
    out, err = capsys.readouterr()
    assert "第 2 局" in out and "准度" in out and "手气" in out
    assert "没有装 fast" in err and "pip install '.[fast]'" in err  # before it begins
    assert not re.search(r"\b(frame|discard|luck|seat)\b", out)


def test_json_and_what_is_kept(file: Path, noise: Noise, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["review", str(file), "--json", "--budget", "60"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    reviews = [msgspec.json.decode(line, type=Review) for line in lines]
    assert [(review.hand, review.seat) for review in reviews] == [(1, 1), (2, 1)]
    kept = json.loads(Path(f"{file}.review.json").read_text(encoding="utf-8"))
    assert [json.dumps(each) for each in kept["reviews"]] == [json.dumps(json.loads(line)) for line in lines]

    played = noise.played
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines() == lines and noise.played == played
    assert main([*command, "--again"]) == 0
    assert capsys.readouterr().out.splitlines() == lines and noise.played == 2 * played


def test_standard_input_is_not_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(file.read_bytes())))
    assert main(["review", "-", "--hand", "1", "--budget", "60"]) == 0
    assert "第 1 局" in capsys.readouterr().out
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_folder_that_may_not_be_written_is_told(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(self: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert main(["review", str(file), "--hand", "1", "--budget", "60"]) == 0
    told = capsys.readouterr()
    assert "第 1 局" in told.out and "not kept" in told.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--hand", "3"], "no hand in line 3"),
        (["--seat", "4"], "invalid choice"),
        (["--budget", "0"], "no time above 0 s"),
        (["--hand", "0"], "no whole number from 1 up"),
    ],
)
def test_bad_arguments(
    file: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["review", str(file), *arguments])
    except SystemExit as end:
        code = end.code
    told = capsys.readouterr().err
    assert code == BAD_INPUT and said in told and told.count("\n") == 1


def test_a_damaged_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[1][:300] + b"\n")
    assert main(["review", str(file)]) == BAD_INPUT
    assert re.match(rf"wuyi review: {re.escape(str(file))}:2: not a record", capsys.readouterr().err)

    changed = lines[1].replace(b'"discarded"', b'"drawn"', 1)
    file.write_bytes(lines[0] + changed)
    assert main(["review", str(file), "--budget", "60"]) == BAD_INPUT
    assert f"{file}:2: " in capsys.readouterr().err


def test_reviews_that_are_none(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path(f"{file}.review.json").write_text("{}", encoding="utf-8")
    assert main(["review", str(file)]) == BAD_INPUT
    assert "hands.jsonl.review.json" in capsys.readouterr().err
