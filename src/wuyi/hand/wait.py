"""The wait of thirteen tiles (RULES.md 4.6, 4.7)."""

from wuyi.hand.complete import is_baotou, waits

__all__ = ["is_baotou", "waits"]
