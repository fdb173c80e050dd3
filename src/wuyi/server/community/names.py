"""Names that people give to themselves and to what they make: fit to be shown, compared without surprise."""

import unicodedata
from typing import Final

from wuyi.server.refusal import Refusal

NAME_LENGTH: Final = 24
USER_NAME_LENGTHS: Final = range(2, 33)

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0").union(
    map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""What Unicode calls letters and marks, and nobody sees: fillers, and what chooses a letter's variant."""

_MARKS: Final = 2
"""Accents that may stand on one letter; a tower of them would cover its neighbours."""


def clean(name: str) -> str:
    """The name as it is shown: composed, printable, single spaces, at most `NAME_LENGTH` letters long.

    What turns the direction of writing, has no width or breaks the line is dropped. May be empty.
    """
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name[: 8 * NAME_LENGTH]):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if letter.isspace():
            letters.append(" ")
        elif letter.isprintable() and marks <= _MARKS and letter not in _BLANK:
            letters.append(letter)
    return " ".join("".join(letters).split())[:NAME_LENGTH].strip()


def required(name: str) -> str:
    """`clean` of a name that there must be; raises `Refusal`."""
    if cleaned := clean(name):
        return cleaned
    raise Refusal("bad_name", "a name must have a letter that can be shown")


def user_name(name: str) -> str:
    """The user name as it is compared: width and case do not matter. Raises `Refusal`."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name[:200]).casefold())
    if len(folded) not in USER_NAME_LENGTHS or not all(one.isalnum() or one in "-_.@" for one in folded):
        raise Refusal("bad_user_name", "a user name has 2 to 32 letters, digits or - _ . @")
    return folded
