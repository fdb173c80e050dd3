"""Cards from a hand somebody played: their own decisions, and their own win."""

from typing import Final

import msgspec

from wuyi.drills.cards import Card, choice_card, fan_card
from wuyi.drills.choices import choices, question_of
from wuyi.drills.wins import win_of
from wuyi.engine.action import Seat
from wuyi.engine.record import Record

MOST: Final = 2
"""Decisions of one hand: they are much alike."""


def own_cards(record: Record, seat: Seat, id: str) -> tuple[Card, ...]:
    """What there is to learn from a record for who sat at `seat`: the decisions that leave no doubt, those
    taken otherwise first, and the win. Some hundred milliseconds. id: of the record, for whoever wants to see
    more.
    """
    found = [
        (choice, asked) for choice in choices(record, seat) if (asked := question_of(choice)) is not None
    ]
    found.sort(key=lambda each: (each[0].taken in each[1].best, each[1].level == "easy"))
    cards: list[Card] = [
        msgspec.structs.replace(
            choice_card(asked), record=id, at=choice.at, seat=choice.seat, taken=choice.taken
        )
        for choice, asked in found[:MOST]
    ]
    won = win_of(record)
    if won is not None and won[1] == seat:
        cards.append(msgspec.structs.replace(fan_card(won[0]), record=id, seat=seat))
    return tuple(cards)
