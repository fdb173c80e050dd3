"""Environments for learning, over the batch engine (docs/env.md): PettingZoo's for all four seats,
Gymnasium's for one, which it knows as `wuyi/OneSeat-v0`: `make` gives a `OneSeat`, `make_vec` a `ManySeats`.

Needs the extra `rl`; nothing else of the package imports this.
"""

try:
    import gymnasium
    import numba  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as error:
    message = f"wuyi.env needs {error.name}: pip install '.[rl]' in a clone"
    raise ImportError(message, name=error.name) from error

from wuyi.env.many_seats import ManySeats
from wuyi.env.one_seat import OneSeat
from wuyi.env.table import TableEnv

__all__ = ["ManySeats", "OneSeat", "TableEnv"]

gymnasium.register("wuyi/OneSeat-v0", "wuyi.env:OneSeat", vector_entry_point="wuyi.env:ManySeats")
