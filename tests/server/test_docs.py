"""docs/protocol.md is complete, and its client plays."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from tests.server.process import ServerProcess
from wuyi.server import protocol
from wuyi.server.table.happening import VoteKind

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "protocol.md").read_text(encoding="utf-8")


def test_every_reason_and_closing_code_is_described() -> None:
    assert [reason for reason in get_args(protocol.Reason) if f"`{reason}`" not in TEXT] == []
    assert [code for code in protocol.Close if f"| {code.value} |" not in TEXT] == []


def test_every_field_of_a_state_is_described() -> None:
    assert [name for name in protocol.State.__struct_fields__ if f"`{name}`" not in TEXT] == []


def test_every_message_is_described() -> None:
    unions = (protocol.ClientMessage, protocol.ServerMessage)
    tags = [message.__struct_config__.tag for union in unions for message in get_args(union)]
    assert [tag for tag in tags if f'"type": "{tag}"' not in TEXT and f"`{tag}`" not in TEXT] == []


def test_every_phrase_and_vote_is_described() -> None:
    words = (*get_args(protocol.Phrase), *get_args(VoteKind))
    assert [word for word in words if f"`{word}`" not in TEXT] == []


def test_every_setting_of_the_environment_is_described() -> None:
    config = (Path(protocol.__file__).parent / "config.py").read_text(encoding="utf-8")
    operating = (DOCS / "operating.md").read_text(encoding="utf-8")
    assert [
        name for name in set(re.findall(r'"(WUYI_\w+|PORT)"', config)) if f"`{name}`" not in operating
    ] == []


def test_every_setting_of_the_examples_is_one() -> None:
    """What deploy/ sets is what the server reads."""
    config = (Path(protocol.__file__).parent / "config.py").read_text(encoding="utf-8")
    examples = [path.read_text(encoding="utf-8") for path in (DOCS.parent / "deploy").iterdir()]
    used = {name for text in examples for name in re.findall(r"\b(WUYI_[A-Z_]+)=", text)}
    assert used and [name for name in used if f'"{name}"' not in config] == []


def test_the_client_of_the_docs_plays_a_match(server: ServerProcess) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    code = code.replace("127.0.0.1:8000", server.address.removeprefix("http://"))
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert answer.returncode == 0, answer.stderr
    assert re.fullmatch(r"\[-?\d+(, -?\d+){3}\]\n", answer.stdout)
