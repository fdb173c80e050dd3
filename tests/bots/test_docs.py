"""The example of docs/strength.md runs."""

import re
from pathlib import Path

from wuyi import Match

DOCS = Path(__file__).parents[2] / "docs" / "strength.md"


def test_a_player_of_ones_own_plays_a_match() -> None:
    (code,) = re.findall(
        r"^```python\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    names: dict[str, object] = {"__name__": DOCS.name}
    exec(compile(code, str(DOCS), "exec"), names)
    match = names["match"]
    assert isinstance(match, Match) and match.over and sum(match.scores) == 0
