"""`wuyi simulate`: records on a file or standard output, and a summary."""

from pathlib import Path

import pytest

from wuyi.cli.main import main
from wuyi.engine.record import decode, verify

QUICK = ["simulate", "--bots", "random", "--rule", "hands=4", "--seed", "5"]


def test_records_are_written_a_hand_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "records.jsonl"
    assert main([*QUICK, "--matches", "2", "--records", str(file)]) == 0
    records = [decode(line) for line in file.read_bytes().splitlines()]
    assert [record.hand for record in records] == [1, 2, 3, 4] * 2
    for record in records:
        verify(record)
    out = capsys.readouterr().out
    assert out.startswith("8 hands, ")
    assert out.endswith(" hands/s\n")


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two")]
    for file, jobs in zip(files, ("1", "2"), strict=True):
        assert main([*QUICK, "--matches", "2", "--records", str(file), "--jobs", jobs]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_records_on_standard_output_stand_alone(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main([*QUICK, "--records", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert [decode(line).hand for line in out.splitlines()] == [1, 2, 3, 4]
    assert err.startswith(b"4 hands, ")


def test_without_a_file_only_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(QUICK) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--bots", "random,nobody"],
            "no computer player 'nobody'; there are novice, greedy, value, ev, random",
        ),
        (["--bots", "random,random,random,random,random"], "5 players for four seats"),
        (["--rule", "min_fan=11"], "min_fan: 11: 0 to 10 is wanted"),
        (["--rule", "minfan=1"], "no option 'minfan'; there are dealer_succession, "),
        (["--records", "no/such/folder/file"], "no/such/folder/file: No such file or directory"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUICK, *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("wuyi simulate: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--matches", "0"], "argument --matches: '0' is no whole number from 1 up"),
        (["--jobs", "two"], "argument --jobs: 'two' is no whole number from 1 up"),
        (["--rule", "hands"], "argument --rule: 'hands' is not NAME=VALUE"),
    ],
)
def test_bad_usage_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["simulate", *arguments])
    assert stop.value.code == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
