"""The commands that the texts show are commands: each flag is there, and takes what it is shown with."""

import re
import shlex
from pathlib import Path

import pytest

from wuyi.cli.main import COMMANDS, parse

ROOT = Path(__file__).parents[2]
TEXT = "\n".join([path.read_text("utf-8") for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]])
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
IN_BLOCKS = re.findall(r"^(?:\w+=\S+ )*(?:\.venv/bin/)?(wuyi .*)$", "".join(BLOCKS), re.MULTILINE)
IN_TABLES = re.findall(
    r"`(wuyi [^`]+)`(?=[^|\n]* \|)", "\n".join(re.findall(r"^\| `wuyi .*$", TEXT, re.MULTILINE))
)
SHOWN = sorted({*IN_BLOCKS, *IN_TABLES})


@pytest.mark.parametrize("command", SHOWN)
def test_a_command_is_read(command: str) -> None:
    parse(shlex.split(command, comments=True)[1:])


def test_every_command_is_shown() -> None:
    assert {command.split()[1] for command in SHOWN} == COMMANDS.keys()
