"""The examples of docs/fast.md run, one after the other."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs" / "fast.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_examples_run() -> None:
    names: dict[str, object] = {}
    blocks = BLOCK.findall(DOCS.read_text(encoding="utf-8"))
    assert len(blocks) == 3
    for block in blocks:
        exec(compile(block, str(DOCS), "exec"), names)


def test_every_action_is_documented() -> None:
    """The table of the documentation is that of the code."""
    from wuyi.simulate.fast import actions

    numbers = re.findall(r"^\| (\d[\d., ]*) \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert actions.__doc__ is not None
    assert numbers == re.findall(r"^\| (\d[\d., ]*) \|", actions.__doc__, re.MULTILINE)
