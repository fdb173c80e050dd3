"""Fits what the player `ev` leans to (`lean` of bots/data/ev.json), from decisions played on in two ways.

    python tools/fit_ev.py forks --seed 1 --deals 20000 --out forks.npz  # a quarter of an hour a core
    python tools/fit_ev.py fit forks.npz [more.npz ...] [--ridge 3000] [--write]

Each fork is a decision of `ev` among three `value`: its best action and another are played on with the same
wall. What the other brought more is explained by the difference of what the player valued the two by, and
that of the numbers (`bots.features`) of what they leave. Every fifth block of forks is left out of
a first fit and says how much of it is true.
"""

import argparse
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

ROOT: Final = Path(__file__).resolve().parents[1]
TARGET: Final = ROOT / "src/wuyi/bots/data/ev.json"
AT_ONCE: Final = 256
HELD_OUT: Final = 5
VALUES_ALONE: Final = 1e12

Numbers = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(required=True)
    play = commands.add_parser("forks")
    play.add_argument("--seed", type=int, required=True, help="of the deals")
    play.add_argument("--deals", type=int, default=20_000)
    play.add_argument("--out", type=Path, required=True)
    play.set_defaults(run=play_forks)
    fitting = commands.add_parser("fit")
    fitting.add_argument("forks", type=Path, nargs="+")
    fitting.add_argument("--ridge", type=float, default=3000.0, help="the greater the less it leans")
    fitting.add_argument("--write", action="store_true", help=f"into {TARGET.name}")
    fitting.set_defaults(run=fit)
    arguments = parser.parse_args()
    arguments.run(arguments)


def play_forks(arguments: argparse.Namespace) -> None:
    """Play deals and keep their forks; what there is so far is kept now and then."""
    from wuyi.simulate.fast.forks import Forks, forks
    from wuyi.simulate.play import match_seed

    random = np.random.default_rng(arguments.seed)
    found: list[Forks] = []
    for first in range(1, arguments.deals + 1, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, arguments.deals + 1))
        seat = first // AT_ONCE % 4
        found.append(forks([match_seed(arguments.seed, number) for number in numbers], seat, random))
        if len(found) % 8 == 0 or numbers.stop > arguments.deals:
            save(arguments.out, found)
            print(f"{numbers.stop - 1} deals, {sum(len(each.gained) for each in found)} forks", flush=True)


def save(out: Path, found: list[Any]) -> None:
    parts = zip(*found, strict=True)
    numbers, values, gained = [np.concatenate(part) for part in parts]
    new = out.with_suffix(".new.npz")
    np.savez(
        new,
        numbers=(numbers[:, 1] - numbers[:, 0]).astype(np.float32),
        values=(values[:, 1] - values[:, 0]).astype(np.float32),
        gained=gained.astype(np.float32),
    )
    new.replace(out)


def fit(arguments: argparse.Namespace) -> None:
    """Explain the gains by the values and, shrunk towards nothing, by the numbers."""
    parts = [np.load(path) for path in arguments.forks]
    numbers, values, gained = [
        np.concatenate([part[name] for part in parts]).astype(np.float64)
        for name in ("numbers", "values", "gained")
    ]
    spread = np.maximum(numbers.std(axis=0), 1e-3)
    known = np.column_stack([values, numbers / spread])
    # In blocks, since neighbouring forks may be of one deal.
    held_out = np.arange(len(gained)) // 2000 % HELD_OUT == 0
    right = gained[held_out]
    print(f"{len(gained)} forks; gained {gained.mean():+.2f}, spread {gained.std():.1f}")
    for ridge in (*[arguments.ridge * factor for factor in (1 / 9, 1 / 3, 1, 3, 9)], VALUES_ALONE):
        told = known[held_out] @ solved(known[~held_out], gained[~held_out], ridge)
        taken = np.where(told > 0, right, 0.0)
        error = 1.96 * taken.std() / len(taken) ** 0.5
        print(
            f"ridge {ridge:.3g}: on what was left out, correlation {np.corrcoef(told, right)[0, 1]:.4f}, "
            f"{(told > 0).mean():.1%} changed, which gains {taken.mean():+.3f} ± {error:.3f} a fork"
        )
    found = solved(known, gained, arguments.ridge)
    lean = found[1:] / spread / found[0]
    print(f"a point of value is {found[0]:.3f} points")
    if arguments.write:
        content = msgspec.json.decode(TARGET.read_bytes())
        old = np.array(content.get("lean") or np.zeros(len(lean)))
        content["lean"] = [round(float(each), 4) for each in old + lean]
        TARGET.write_bytes(msgspec.json.encode(content) + b"\n")


def solved(known: Numbers, gained: Numbers, ridge: float) -> Numbers:
    """The weights of a ridge regression, in which the first is free."""
    penalty = np.full(known.shape[1], ridge)
    penalty[0] = 0.0
    return np.linalg.solve(known.T @ known + np.diag(penalty), known.T @ gained).astype(np.float64)


if __name__ == "__main__":
    main()
