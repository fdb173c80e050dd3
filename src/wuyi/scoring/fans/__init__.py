"""The fans of RULES.md 5. Importing this package registers them all, in the order scores list them."""

from wuyi.scoring.fans import set, pairs, suit, run, unconnected, wait, way, caishen  # noqa: F401, I001
