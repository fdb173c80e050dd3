"""The examples of docs/env.md run, one after the other."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "env.md"


def test_the_examples_run() -> None:
    names: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        exec(compile(block, str(DOCS), "exec"), names)
