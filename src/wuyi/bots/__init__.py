"""Computer players: each is asked with a view of the table and answers with a legal action."""

from wuyi.bots.base import Bot, UnknownBot
from wuyi.bots.registry import BOTS, make

__all__ = ["BOTS", "Bot", "UnknownBot", "make"]
