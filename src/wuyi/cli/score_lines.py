"""`wuyi score --jsonl`: a request a line, an answer a line (docs/score.md)."""

import re
from typing import IO, Any, Final

import msgspec

from wuyi.scoring.request import RequestError, ScoreRequest, answer

MAX_LINE: Final = 10_000
"""Bytes of a line of requests; a long one has a few hundred."""


def answer_lines(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer every line before the next is read; what cannot be read gets an error and the rest go on."""
    encode = msgspec.json.Encoder().encode
    number = 0
    while line := requests.readline(MAX_LINE + 1):
        number += 1
        whole = line.endswith(b"\n") or len(line) <= MAX_LINE
        said = answer_line(line, number) if whole else _error(f"a line of more than {MAX_LINE} bytes", number)
        answers.write(encode(said) + b"\n")
        answers.flush()
        while not whole:
            line = requests.readline(MAX_LINE)
            whole = not line or line.endswith(b"\n")


def answer_line(line: bytes, number: int) -> dict[str, Any]:
    """The answer to a request in JSON, or `error` and `where`: the line, and field and character if known."""
    try:
        return answer(_DECODER.decode(line))
    except RequestError as error:
        return _error(error.message, number, error.where)
    except msgspec.ValidationError as error:
        message, field = _message_and_field(error)
        return _error(message, number, field)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return _error(str(error), number)


_DECODER: Final = msgspec.json.Decoder(ScoreRequest)
_PLACE: Final = re.compile(r" - at `\$\.?(?P<field>[^`]*)`$")


def _message_and_field(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec says, with the place taken out of it."""
    message = str(error)
    place = _PLACE.search(message)
    return (message[: place.start()], place["field"]) if place else (message, "")


def _error(message: str, number: int, field: str = "") -> dict[str, Any]:
    return {"error": message, "where": f"line {number}, {field}" if field else f"line {number}"}
