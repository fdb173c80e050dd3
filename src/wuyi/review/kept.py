"""Reviews kept beside the file of records they are of."""

import os
from pathlib import Path
from typing import Final

import msgspec

from wuyi.engine.action import Seat
from wuyi.errors import WuyiError
from wuyi.review.words import VERSION, Engine, Review

FORMAT: Final = "wuyi-reviews"


class BadReviews(WuyiError, ValueError):
    """A file that should hold reviews and does not."""

    reason = "bad_reviews"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """version: of the reviewer. reviews: of each as it was found, to be read only if the version is ours."""

    format: str
    version: int
    reviews: list[msgspec.Raw]


_ENCODER: Final = msgspec.json.Encoder()
_FILE: Final = msgspec.json.Decoder(_File)
_REVIEW: Final = msgspec.json.Decoder(Review)


class Kept:
    """The reviews of one file of records, `NAME.review.json` beside it."""

    def __init__(self, records: str) -> None:
        """Reads what is there; raises `BadReviews` if that is something else, which is not written over.

        What another version of the reviewer has found is forgotten.
        """
        self.path: Final = Path(f"{records}.review.json")
        self._found: dict[tuple[str, Seat], Review] = {}
        if self.path.exists():
            for each in self._read():
                self._found[each.record, each.seat] = each

    def _read(self) -> list[Review]:
        try:
            file = _FILE.decode(self.path.read_bytes())
            if file.format != FORMAT:
                raise BadReviews(f"{self.path}: no file of reviews")
            return [_REVIEW.decode(each) for each in file.reviews] if file.version == VERSION else []
        except msgspec.DecodeError as error:
            raise BadReviews(f"{self.path}: {error}; it is made anew when it is gone") from None

    def find(self, record: str, seat: Seat, engine: Engine) -> Review | None:
        """The review of a seat in the record of that key, if it is as good as `engine` makes them."""
        found = self._found.get((record, seat))
        return found if found is not None and (found.engine == "fast" or engine == "plain") else None

    def keep(self, review: Review) -> None:
        """Write it down with the others; the file is whole at every moment."""
        self._found[review.record, review.seat] = review
        file = _File(FORMAT, VERSION, [msgspec.Raw(_ENCODER.encode(each)) for each in self._found.values()])
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.write_bytes(_ENCODER.encode(file))
        os.replace(beside, self.path)
