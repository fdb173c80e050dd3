"""Cards from a hand somebody played: their own turns, and their own win."""

from typing import Final

import msgspec

from wuyi.drills.cards import Card, fan_card, throw_card
from wuyi.drills.throws import throw_of, turns
from wuyi.drills.wins import win_of
from wuyi.engine.action import Seat
from wuyi.engine.record import Record

MOST: Final = 2
"""Turns of one hand: they are much alike."""


def own_cards(record: Record, seat: Seat, id: str) -> tuple[Card, ...]:
    """What there is to learn from a record for who sat at `seat`: the turns that leave no doubt, those played
    otherwise first, and the win. Some tens of milliseconds. id: of the record, for whoever wants to see more.
    """
    found = [(turn, throw) for turn in turns(record, seat) if (throw := throw_of(turn)) is not None]
    found.sort(key=lambda each: (each[0].thrown in each[1].best, not each[1].hard))
    cards: list[Card] = [
        msgspec.structs.replace(throw_card(throw), record=id, at=turn.at, seat=turn.seat, thrown=turn.thrown)
        for turn, throw in found[:MOST]
    ]
    won = win_of(record)
    if won is not None and won[1] == seat:
        cards.append(msgspec.structs.replace(fan_card(won[0]), record=id, seat=seat))
    return tuple(cards)
