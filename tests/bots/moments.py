"""Moments at a table at which a player is asked what it does."""

from tests.bots.tables import asked
from tests.walls import Table, wall
from wuyi.bots import Bot
from wuyi.engine.action import Action, Discard, Pass
from wuyi.rules import DEFAULT_RULES, Ruleset

FAR = "1245m1245p124s37z"
"""Six and more tiles from everything."""


def choice(bot: Bot, table: Table, seat: int) -> Action:
    return bot.choose(*asked(table.state, seat))


def dealer(bot: Bot, hand: str, drawn: str, *, rules: Ruleset = DEFAULT_RULES) -> Action:
    """What the dealer does with thirteen tiles and the one drawn."""
    return choice(bot, Table(wall(turned="9s", hands={0: hand}, draws=drawn), rules), 0)


def claimer(bot: Bot, hand: str, discard: str) -> Action:
    """What the next seat does when the dealer discards a tile."""
    table = Table(wall(turned="9s", hands={0: FAR, 1: hand}, draws=discard))
    table.do(Discard(0, discard))
    while 1 not in (waiting := [seat for seat in range(4) if table.legal(seat)]):
        table.do(Pass(waiting[0]))
    return choice(bot, table, 1)
