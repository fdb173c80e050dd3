"""Files of records, as the commands read them."""

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

from wuyi.engine.record import Record, decode
from wuyi.errors import RecordError


def read_records(name: str) -> Iterator[tuple[int, Record]]:
    """The records of a file (`-` is standard input), each with its line; raises `RecordError` naming both.

    The mark that some editors put before UTF-8 is no part of the first.
    """
    with _open(name) as file:
        for number, line in enumerate(file, start=1):
            try:
                record = decode(line.removeprefix(BOM_UTF8) if number == 1 else line)
            except RecordError as error:
                raise RecordError(f"{name}:{number}: {error}") from None
            yield number, record


def no_record(name: str) -> RecordError:
    """What is said of a file in which there is none."""
    return RecordError(f"{name}: no record is in it")


def _open(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb")
