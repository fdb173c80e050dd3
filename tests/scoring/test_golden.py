"""Every row of golden/score.jsonl answers as written there."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wuyi.scoring.request import ScoreRequest, answer

OWN = Path(__file__).parent.parent / "golden" / "score.jsonl"
SOURCE = Path(__file__).parents[3] / "shared" / "golden" / "score.jsonl"
"""Where the rows come from; not in every clone."""

ROWS = [json.loads(line) for line in OWN.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["request"]["hand"])
def test_row(row: dict[str, Any]) -> None:
    said = answer(msgspec.convert(row["request"], ScoreRequest))
    assert {key: said.get(key) for key in row["answer"]} == {
        key: tuple(value) if key == "payments" else value for key, value in row["answer"].items()
    }


def test_the_copy_is_true() -> None:
    if not SOURCE.exists():
        pytest.skip(f"no {SOURCE}")
    assert OWN.read_bytes() == SOURCE.read_bytes()
