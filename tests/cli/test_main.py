"""The `wuyi` program: one line for whatever goes wrong, the right exit code, and only the needed module."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import wuyi
from wuyi.cli import main as program
from wuyi.errors import NotationError

Run = Callable[[argparse.Namespace], int]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Run], None]:
    """Puts a function in the place of `wuyi score`."""

    def put(run: Run) -> None:
        def add_parser(commands: "program.Commands") -> None:
            commands.add_parser("score").add_argument("hand", nargs="?")

        module = SimpleNamespace(add_parser=add_parser, run=run)
        monkeypatch.setattr(program, "load", lambda name: module)

    return put


def failing(error: BaseException) -> Run:
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


@pytest.mark.parametrize("name", program.COMMANDS)
def test_every_command_is_there(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        program.main([name, "--help"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: wuyi {name}")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        program.main(["--help"])
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    assert all(name in shown and summary in shown for name, summary in program.COMMANDS.items())


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        program.main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"wuyi {wuyi.__version__}\n"


@pytest.mark.parametrize("argv", [[], ["scroe"], ["--colour"], ["score", "--colour"]])
def test_bad_usage_is_one_line(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        program.main(argv)
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("wuyi") and error.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (NotationError("five of 1m", text="11111m", where=4), "wuyi score: five of 1m (at 5 of '11111m')\n"),
        (
            FileNotFoundError(2, "No such file", "games"),
            "wuyi score: games: No such file\n",
        ),
        (OSError("the disk\nis full"), "wuyi score: the disk is full\n"),
    ],
)
def test_bad_input_is_one_line(
    error: BaseException, line: str, command: Callable[[Run], None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(failing(error))
    assert program.main(["score"]) == 2
    assert capsys.readouterr() == ("", line)


def test_an_interrupt_is_quiet(command: Callable[[Run], None], capsys: pytest.CaptureFixture[str]) -> None:
    command(failing(KeyboardInterrupt()))
    assert program.main(["score"]) == 130
    assert capsys.readouterr() == ("", "")


def test_the_command_has_its_arguments_and_gives_the_exit_code(command: Callable[[Run], None]) -> None:
    command(lambda args: len(args.hand))
    assert program.main(["score", "x"]) == 1


PRINTER = """
import sys
from types import SimpleNamespace
from wuyi.cli import main
main.load = lambda name: SimpleNamespace(
    add_parser=lambda commands: commands.add_parser(name), run=lambda args: print("x\\n" * 100_000) or 0
)
sys.exit(main.main(["score"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PRINTER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(30) == 141


def test_only_the_module_asked_for_is_imported() -> None:
    code = "import sys; from wuyi.cli.main import load; load('score'); print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"litestar", "uvicorn", "wuyi.server", "wuyi.cli.play"} & set(answer.stdout.split())


def test_the_table_names_every_module() -> None:
    folder = Path(program.__file__).parent
    modules = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    assert {name for name, text in modules.items() if "\ndef add_parser(" in text} == set(program.COMMANDS)


def test_what_the_output_has_no_letters_for_is_no_failure() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "wuyi", "score", "23m456789m111z22z+4m", "--caishen", "9p", "--lang", "zh"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
        check=False,
    )
    assert ended.returncode == 0 and ended.stderr == b""
    assert b"?" in ended.stdout


def test_an_unknown_flag_is_the_matter_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        program.main(["verify", "x.jsonl", "--nonsense"])
    assert stop.value.code == program.BAD_INPUT
    said = "wuyi verify: unrecognized arguments: --nonsense (see 'wuyi verify --help')\n"
    assert capsys.readouterr().err == said
