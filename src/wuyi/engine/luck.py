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

SEED_BYTES = 32
_WORDS = struct.Struct(">8I")
_RANGE = 1 << 32


class Luck:
    """The stream of one seed."""

    __slots__ = ("_block", "_seed", "_words")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._block = 0
        self._words: list[int] = []

    def below(self, m: int) -> int:
        """A number in 0..m-1, every one as likely as the next."""
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
        return self.below(6) + 1


def commitment(secret: bytes) -> str:
    """What may be shown before the hand to bind the dealer of the cards to `secret`."""
    return hashlib.sha256(secret).hexdigest()


def mix(secret: bytes, hand: int, seeds: Sequence[bytes]) -> bytes:
    """The seed of a hand to which the seats have added their own luck (docs/fairness.md).

    HMAC-SHA256(key=secret, message=`hand N` followed by the four seeds). seeds: by seat, 32 bytes each, or
    empty for a seat that gave none, which counts as 32 zero bytes.
    """
    given = b"".join([seed or bytes(SEED_BYTES) for seed in seeds])
    if len(given) != 4 * SEED_BYTES:
        raise ValueError(f"four seeds of {SEED_BYTES} bytes are {4 * SEED_BYTES} bytes, not {len(given)}")
    return hmac.digest(secret, b"hand %d" % hand + given, "sha256")


def derive(seed: bytes, label: str) -> bytes:
    """Another seed that follows from this one: HMAC-SHA256(key=seed, message=label)."""
    return hmac.digest(seed, label.encode(), "sha256")
