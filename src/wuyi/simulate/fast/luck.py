"""Luck in the kernels: the twin of `wuyi.engine.luck` and `wuyi.engine.wall.deal`, and the policies' own.

A wall follows from its seed as docs/record.md says, through HMAC-SHA256, so that a seed deals the same hand
here and at the table. SHA-256 is written out below, for Numba knows no hashlib: FIPS 180-4, section 6.2.
"""

from collections.abc import Callable
from math import isqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wuyi.engine.wall import STACKS_A_SIDE, TILES_IN_ALL
from wuyi.simulate.fast.jit import Row, kernel, whole

Words = NDArray[np.uint32]
Bytes = NDArray[np.uint8]


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _cube_root(number: int) -> int:
    """The whole part of the cube root."""
    low = 0
    for bit in range(number.bit_length() // 3 + 1, -1, -1):
        if (low | 1 << bit) ** 3 <= number:
            low |= 1 << bit
    return low


START: Final = np.array([isqrt(prime << 64) & 0xFFFFFFFF for prime in _primes(8)], np.uint32)
"""The first 32 bits of the fractions of the square roots of the first primes."""
ROUND: Final = np.array([_cube_root(prime << 96) & 0xFFFFFFFF for prime in _primes(64)], np.uint32)
"""The same of the cube roots."""

INNER_PAD: Final = 0x36363636
OUTER_PAD: Final = 0x5C5C5C5C
"""What HMAC mixes with its key (RFC 2104)."""
BLOCK_BITS: Final = 512
DIGEST: Final = 8
"""Words of a state, a digest and a block of the stream."""
BLOCK: Final = 16
"""Words of a block to be hashed."""
ROUNDS: Final = 64

AT_ONCE: Final = 24
"""Blocks of the stream made at once: three times what fits a register of 256 bits, and enough for a deal."""
STREAM: Final = AT_ONCE * DIGEST


@kernel
def right(word: Any, by: int) -> Any:
    """A word of 32 bits turned to the right."""
    return np.uint32(word >> np.uint32(by)) | np.uint32(word << np.uint32(32 - by))


def compressor(lanes: int) -> Callable[[Words, Words, Words], None]:
    """SHA-256's step for so many messages side by side; a word of each stands before the next word of any.

    Its letters a to d in one round are one value each in four rounds, and e to h too: so all values of the
    two are kept, and none moves. A loop over lanes is what the compiler makes vectors of.
    """
    of_e = (4 + ROUNDS) * lanes
    of_block = 2 * of_e

    @kernel
    def compress(state: Words, block: Words, room: Words) -> None:
        """`state` takes in a block; room: `(8 + 3 * ROUNDS) * lanes` words."""
        for lane in range(lanes):
            for letter in range(4):
                room[(3 - letter) * lanes + lane] = state[letter * lanes + lane]
                room[of_e + (3 - letter) * lanes + lane] = state[(4 + letter) * lanes + lane]
        for at in range(BLOCK * lanes):
            room[of_block + at] = block[at]
        for number in range(BLOCK, ROUNDS):
            for lane in range(lanes):
                at = of_block + number * lanes + lane
                early, late = room[at - 15 * lanes], room[at - 2 * lanes]
                small = right(early, 7) ^ right(early, 18) ^ np.uint32(early >> np.uint32(3))
                large = right(late, 17) ^ right(late, 19) ^ np.uint32(late >> np.uint32(10))
                room[at] = np.uint32(room[at - 16 * lanes] + small + room[at - 7 * lanes] + large)
        for number in range(ROUNDS):
            constant = ROUND[number]
            for lane in range(lanes):
                at = number * lanes + lane
                d, c, b, a = room[at], room[at + lanes], room[at + 2 * lanes], room[at + 3 * lanes]
                h, g = room[of_e + at], room[of_e + at + lanes]
                f, e = room[of_e + at + 2 * lanes], room[of_e + at + 3 * lanes]
                first = np.uint32(
                    h
                    + (right(e, 6) ^ right(e, 11) ^ right(e, 25))
                    + ((e & f) ^ (~e & g))
                    + constant
                    + room[of_block + at]
                )
                second = np.uint32(
                    (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
                )
                room[at + 4 * lanes] = np.uint32(first + second)
                room[of_e + at + 4 * lanes] = np.uint32(d + first)
        for lane in range(lanes):
            for letter in range(4):
                last = (ROUNDS + 3 - letter) * lanes + lane
                state[letter * lanes + lane] += room[last]
                state[(4 + letter) * lanes + lane] += room[of_e + last]

    return compress


compress_one: Final = compressor(1)
compress_many: Final = compressor(AT_ONCE)


@kernel
def room_for(lanes: int) -> Words:
    """What `compress` needs of room."""
    return np.empty((8 + 3 * ROUNDS) * lanes, np.uint32)


@kernel
def key_states(seed: Bytes, inner: Words, outer: Words) -> None:
    """What HMAC's two hashes are after the key: the same for every message under this seed of 32 bytes."""
    block, room = np.empty(BLOCK, np.uint32), room_for(1)
    for state, pad in ((inner, np.uint32(INNER_PAD)), (outer, np.uint32(OUTER_PAD))):
        copy_words(START, state)
        for at in range(BLOCK):
            word = np.uint32(0)
            if at < DIGEST:
                for byte in range(4):
                    word = np.uint32(word << np.uint32(8)) | np.uint32(seed[4 * at + byte])
            block[at] = word ^ pad
        compress_one(state, block, room)


@kernel
def copy_words(source: Words, target: Words) -> None:
    for at in range(DIGEST):
        target[at] = source[at]


@kernel
def hand_seed(match_seed: Bytes, hand: int, seed: Bytes) -> None:
    """`seed`, that of a hand of a match: `luck.derive(match_seed, f"hand {hand}")`, hand being at most 99."""
    for at in range(32):
        seed[at] = match_seed[at]
    inner, outer = np.empty(DIGEST, np.uint32), np.empty(DIGEST, np.uint32)
    key_states(seed, inner, outer)
    block, room = np.zeros(BLOCK, np.uint32), room_for(1)
    size = 0
    for letter in (0x68, 0x61, 0x6E, 0x64, 0x20):  # "hand "
        size = put_byte(block, size, letter)
    if hand >= 10:
        size = put_byte(block, size, 0x30 + hand // 10)
    size = put_byte(block, size, 0x30 + hand % 10)
    put_byte(block, size, 0x80)
    block[BLOCK - 1] = np.uint32(BLOCK_BITS + 8 * size)
    compress_one(inner, block, room)
    for at in range(BLOCK):
        block[at] = inner[at] if at < DIGEST else np.uint32(0)
    put_byte(block, 32, 0x80)
    block[BLOCK - 1] = np.uint32(BLOCK_BITS + 8 * 32)
    compress_one(outer, block, room)
    for at in range(32):
        seed[at] = outer[at // 4] >> np.uint32(8 * (3 - at % 4)) & np.uint32(255)


@kernel
def put_byte(block: Words, at: int, byte: int) -> int:
    """Put a byte into zeros, as the words are big-endian; where the next one goes."""
    block[at // 4] |= np.uint32(byte << 8 * (3 - at % 4))
    return at + 1


@kernel
def fill_stream(stream: Words, first: int, inner: Words, outer: Words) -> None:
    """The blocks of luck from number `first` on, `AT_ONCE` of them: HMAC of each number as eight bytes."""
    states = np.empty(DIGEST * AT_ONCE, np.uint32)
    block, room = np.zeros(BLOCK * AT_ONCE, np.uint32), room_for(AT_ONCE)
    for lane in range(AT_ONCE):
        for at in range(DIGEST):
            states[at * AT_ONCE + lane] = inner[at]
        block[AT_ONCE + lane] = np.uint32(first + lane)
        block[2 * AT_ONCE + lane] = np.uint32(0x80000000)
        block[15 * AT_ONCE + lane] = np.uint32(BLOCK_BITS + 64)
    compress_many(states, block, room)
    for lane in range(AT_ONCE):
        for at in range(DIGEST):
            block[at * AT_ONCE + lane] = states[at * AT_ONCE + lane]
            states[at * AT_ONCE + lane] = outer[at]
        block[8 * AT_ONCE + lane] = np.uint32(0x80000000)
        block[15 * AT_ONCE + lane] = np.uint32(BLOCK_BITS + 256)
    compress_many(states, block, room)
    for lane in range(AT_ONCE):
        for at in range(DIGEST):
            stream[lane * DIGEST + at] = states[at * AT_ONCE + lane]


@kernel
def below(m: int, stream: Words, used: int, inner: Words, outer: Words) -> tuple[int, int]:
    """A number in 0..m-1, and how many words of the stream are used up (`Luck.below`).

    stream: `STREAM` words, those in use.
    """
    modulus = np.uint32(m)
    left_over = np.uint32(0xFFFFFFFF - m + 1) % modulus  # 2^32 mod m
    while True:
        if used % STREAM == 0:
            fill_stream(stream, used // DIGEST, inner, outer)
        word = stream[used % STREAM]
        used += 1
        if left_over == 0 or word < np.uint32(0 - left_over):
            return whole(np.uint32(word % modulus)), used


@kernel
def shuffle(table: Row, seed: Bytes, dealer: int) -> None:
    """The wall, the dice and the dealer of a hand, from its seed (`wall.deal`).

    dealer: who rolls; drawn by the seed if below 0.
    """
    inner, outer = np.empty(DIGEST, np.uint32), np.empty(DIGEST, np.uint32)
    key_states(seed, inner, outer)
    stream = np.empty(STREAM, np.uint32)
    seat, used = below(4, stream, 0, inner, outer)
    built = np.empty(TILES_IN_ALL, np.int8)
    for at in range(TILES_IN_ALL):
        built[at] = at // 4
    for at in range(TILES_IN_ALL - 1, 0, -1):
        other, used = below(at + 1, stream, used, inner, outer)
        built[at], built[other] = built[other], built[at]
    for die in range(4):
        number, used = below(6, stream, used, inner, outer)
        table.dice[die] = number + 1
    table.dealer = seat if dealer < 0 else dealer
    total = whole(table.dice[0]) + table.dice[1]
    side = (table.dealer + total - 1) % 4
    first = ((4 - side) % 4 * STACKS_A_SIDE + total) * 2
    for at in range(TILES_IN_ALL):
        table.wall[at] = built[(first + at) % TILES_IN_ALL]


GOLDEN_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_ONE: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_TWO: Final = np.uint64(0x94D049BB133111EB)


@kernel
def chance(table: Row, m: int) -> int:
    """A number in 0..m-1 off the table's own luck: SplitMix64, its upper half scaled.

    For the choices of a policy, of which nobody must be convinced that they are fair.
    """
    table.luck += GOLDEN_GAMMA
    word = table.luck
    word = (word ^ word >> np.uint64(30)) * MIX_ONE
    word = (word ^ word >> np.uint64(27)) * MIX_TWO
    word ^= word >> np.uint64(31)
    return whole(word >> np.uint64(32)) * m >> 32
