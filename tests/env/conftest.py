"""PettingZoo, Gymnasium and Numba are an extra: without them these tests are skipped, and nothing else is."""

from importlib.util import find_spec

MISSING = [name for name in ("numba", "pettingzoo", "gymnasium") if find_spec(name) is None]

collect_ignore_glob = ["test_*.py"] if MISSING else []
