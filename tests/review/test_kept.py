"""Reviews beside the file of records."""

from pathlib import Path

import msgspec
import pytest

from wuyi.review import BadReviews, Kept, Review, review
from wuyi.review.words import VERSION

from .deals import RECORDS, Noise


@pytest.fixture(scope="module")
def found() -> Review:
    return review(RECORDS[0], 0, engine=Noise(), budget=60.0)


def test_what_is_kept_is_found_again(tmp_path: Path, found: Review) -> None:
    records = str(tmp_path / "hands.jsonl")
    kept = Kept(records)
    assert kept.find(found.record, 0, "plain") is None
    kept.keep(found)
    kept.keep(msgspec.structs.replace(found, seat=2))
    assert [path.name for path in tmp_path.iterdir()] == ["hands.jsonl.review.json"]
    again = Kept(records)
    assert again.find(found.record, 0, "plain") == found
    assert again.find(found.record, 1, "plain") is None
    assert again.find("0" * 64, 0, "plain") is None


def test_a_coarse_review_does_where_no_better_can_be_made(tmp_path: Path, found: Review) -> None:
    kept = Kept(str(tmp_path / "hands.jsonl"))
    kept.keep(found)
    assert kept.find(found.record, 0, "fast") is None
    kept.keep(msgspec.structs.replace(found, engine="fast"))
    assert kept.find(found.record, 0, "plain") == kept.find(found.record, 0, "fast") is not None


def test_those_of_another_version_are_forgotten(tmp_path: Path, found: Review) -> None:
    kept = Kept(str(tmp_path / "hands.jsonl"))
    kept.keep(found)
    text = kept.path.read_text(encoding="utf-8")
    kept.path.write_text(text.replace(f'"version":{VERSION}', f'"version":{VERSION + 1}'), encoding="utf-8")
    assert Kept(str(tmp_path / "hands.jsonl")).find(found.record, 0, "plain") is None


@pytest.mark.parametrize("text", ["", "[]", '{"format":"recipes","version":1,"reviews":[]}', '{"format":'])
def test_another_file_is_neither_read_nor_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "hands.jsonl.review.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadReviews, match=r"hands\.jsonl\.review\.json"):
        Kept(str(tmp_path / "hands.jsonl"))
    assert path.read_text(encoding="utf-8") == text
