"""Luck as a documented public algorithm, so that anybody can recompute a deal (docs/record.md).

A seed is 32 bytes. Block n of its stream is HMAC-SHA256(key=seed, message=n as 8 bytes, big-endian),
read as eight 32-bit big-endian words. A number below m is the first word w with
w < 2^32 - 2^32 mod m, taken modulo m, so that no value is favoured. The shuffle is Fisher-Yates from
the end.
"""

import hashlib
import hmac
import struct
from collections.abc import MutableSequence, Sequence
from typing import Any

from wuyi.errors import ArgumentError

SEED_BYTES = 32
_WORDS = struct.Struct(">8I")
_RANGE = 1 << 32


class Luck:
    """The stream of one seed. Raises `ArgumentError` if that is not 32 bytes."""

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        expect_seed(seed)
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def below(self, m: int) -> int:
        """A number in 0..m-1, every one as likely as the next. m: from 1 to 2^32."""
        if not 0 < m <= _RANGE:
            raise ArgumentError(f"no number below {m} is drawn: from 1 to 2^32 it can be")
        limit = _RANGE - _RANGE % m
        while True:
            if not self._words:
                message = self._block.to_bytes(8, "big")
                self._words = list(_WORDS.unpack(hmac.digest(self._seed, message, "sha256")))[::-1]
                self._block += 1
            word = self._words.pop()
            if word < limit:
                return word % m

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put `items` in random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def die(self) -> int:
        """1..6."""
        return self.below(6) + 1


def commitment(secret: bytes) -> str:
    """What may be shown before the hand to bind the dealer of the cards to `secret`."""
    return hashlib.sha256(secret).hexdigest()


def mix(secret: bytes, hand: int, seeds: Sequence[bytes]) -> bytes:
    """The seed of a hand to which the seats have added their own luck (docs/fairness.md).

    HMAC-SHA256(key=secret, message=`hand N` followed by the four seeds). seeds: by seat, 32 bytes each, or
    empty for a seat that gave none, which counts as 32 zero bytes. Raises `ArgumentError` for others.
    """
    given = [seed or bytes(SEED_BYTES) for seed in seeds]
    if len(given) != 4:
        raise ArgumentError(f"{len(given)} seeds, where there is one of each seat")
    for each in (secret, *given):
        expect_seed(each)
    return hmac.digest(secret, b"hand %d" % hand + b"".join(given), "sha256")


def derive(seed: bytes, label: str) -> bytes:
    """Another seed that follows from this one: HMAC-SHA256(key=seed, message=label).

    Raises `ArgumentError` if that is not 32 bytes.
    """
    expect_seed(seed)
    return hmac.digest(seed, label.encode(), "sha256")


def expect_seed(seed: bytes) -> None:
    """Raises `ArgumentError` for what is not 32 bytes."""
    if not isinstance(seed, bytes):
        raise ArgumentError(f"a seed is {SEED_BYTES} bytes, not {seed!r}")
    if len(seed) != SEED_BYTES:
        raise ArgumentError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
