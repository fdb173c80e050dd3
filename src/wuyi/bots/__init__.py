"""Computer players: each is asked with a view of the table and answers with a legal action and why."""

from wuyi.bots.base import Bot, Player, UnknownBot
from wuyi.bots.decision import Budget, Decision, Option, Reason
from wuyi.bots.registry import BOTS, LEVELS, make

__all__ = ["BOTS", "LEVELS", "Bot", "Budget", "Decision", "Option", "Player", "Reason", "UnknownBot", "make"]
