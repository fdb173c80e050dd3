"""What a forecast needs beside the targets: its network, and what stays the same whatever a seat does."""

from functools import lru_cache
from typing import Final

import numpy as np

from wuyi.bots.features import COUNT, trained_for
from wuyi.bots.judgement import load
from wuyi.rules import Ruleset
from wuyi.simulate.fast.rows import Rows

FIRST, SECOND, OUTPUTS = 32, 16, 3
"""The sizes of the layers of `bots/data/ev.json`."""
SHARED: Final = 10
"""How many of the numbers do not hang on what the seat does."""

NETWORK: Final = np.dtype(
    [
        ("trained", "i8"),
        ("scale", "f8"),
        ("first", "f8", (FIRST, COUNT)),
        ("first_bias", "f8", FIRST),
        ("second", "f8", (SECOND, FIRST)),
        ("second_bias", "f8", SECOND),
        ("last", "f8", (OUTPUTS, SECOND)),
        ("last_bias", "f8", OUTPUTS),
        ("lean", "f8", COUNT),
        ("shared", "f8", SHARED),
        ("ways", "f8", (32, 3)),
        ("numbers", "f8", COUNT),
        ("layer", "f8", FIRST + SECOND + OUTPUTS),
    ],
    align=True,
)
"""trained: whether the network knows the hands of these rules. The weights are those of
`wuyi.bots.judgement.Judgement`. shared: of the `Situation` of `wuyi.bots.features`.
ways: by target the tiles missing, those that help, and the chance.
numbers: what `features` finds. layer: what the layers of the network come to, one behind the other.
"""


@lru_cache(maxsize=64)
def packed_network(rules: Ruleset) -> Rows:
    """The network as an array of one row."""
    judgement = load("ev")
    row = np.zeros(1, NETWORK)
    row["trained"] = trained_for(rules)
    row["scale"] = judgement.scale
    for name, layer in zip(("first", "second", "last"), judgement.layers, strict=True):
        row[name] = layer.weights
        row[f"{name}_bias"] = layer.biases
    row["lean"] = judgement.lean or 0.0
    return row
