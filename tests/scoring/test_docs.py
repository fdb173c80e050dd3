"""The examples of docs/score.md print what they show."""

import doctest
import re
from pathlib import Path

import msgspec

from wuyi.scoring.request import ScoreRequest, answer

DOCS = Path(__file__).parents[2] / "docs" / "score.md"


def test_the_examples_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    code = "\n".join(blocks)
    assert code.count(">>>") == 10
    test = doctest.DocTestParser().get_doctest(code, {}, DOCS.name, DOCS.name, 0)
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


def test_the_answer_shown_is_one() -> None:
    (shown,) = re.findall(r"^```json\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    asked = ScoreRequest(hand="11122244466m88m", tile="8m", caishen="1p")
    assert shown.strip() == msgspec.json.encode(answer(asked)).decode()
