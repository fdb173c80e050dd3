"""Who pays what (RULES.md 6)."""

from collections.abc import Iterable, Sequence
from typing import Final

from wuyi.errors import ArgumentError

Payments = tuple[int, int, int, int]

CLAIMS_TO_PAY_ALL: Final = 3
"""How often the winner must have claimed one seat's discards for that seat to pay all (6.5)."""

SEATS: Final = range(4)

_ALL_PAYERS = frozenset({"qingyise", "ziyise", "ziyise_luan"})


def pays_all(fans: Iterable[tuple[str, int]]) -> bool:
    """Whether the hand is one for which a seat claimed three times pays all (6.5)."""
    return any(fan in _ALL_PAYERS for fan, _ in fans)


def fed_enough(feeds: Sequence[int]) -> int | None:
    """The seat that the winner claimed from often enough for it to pay all (6.5), None if there is none.

    feeds: how often the winner claimed from each seat.
    """
    return next((seat for seat, count in enumerate(feeds) if count >= CLAIMS_TO_PAY_ALL), None)


def payments(
    base: int, *, winner: int, dealer: int, discarder: int | None = None, liable: int | None = None
) -> Payments:
    """What each seat gains, by 6.2-6.5; the four add up to zero.

    base: 2 to the power of the fan (6.1). discarder: who discarded or was robbed, None for a draw.
    liable: the seat that pays the whole sum alone, None if there is none. Whether one was claimed from often
    enough (`fed_enough`), and the hand makes it liable (`pays_all`), is the caller's to ask.
    Raises `ArgumentError` for what is no seat, for a winner who would pay, and for a base below 1.
    """
    for role, seat in (("winner", winner), ("dealer", dealer), ("discarder", discarder), ("liable", liable)):
        if seat not in SEATS and (seat is not None or role in ("winner", "dealer")):
            raise ArgumentError(f"{role}: {seat!r} is no seat; they are 0 to 3")
    if winner in (discarder, liable):
        raise ArgumentError(f"seat {winner} wins, and cannot be the discarder or liable")
    if base < 1:
        raise ArgumentError(f"base: {base} is no power of two")
    gains = [0, 0, 0, 0]
    for seat in SEATS:
        if seat == winner:
            continue
        share = base
        if winner == dealer:
            if discarder is None or seat == discarder:
                share *= 2
        else:
            if seat == dealer:
                share *= 2
            if seat == discarder:
                share *= 2
        gains[seat if liable is None else liable] -= share
        gains[winner] += share
    return gains[0], gains[1], gains[2], gains[3]
