"""The fit of `ev`'s leaning finds again what was put in."""

import json
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

from tools import fit_ev


def test_what_the_gains_were_made_of_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    numbers = random.normal(size=(20_000, 65))
    values = random.normal(size=20_000)
    gained = 2.0 * values + 6.0 * numbers[:, 3] + random.normal(size=20_000)
    np.savez(tmp_path / "forks.npz", numbers=numbers, values=values, gained=gained)
    target = tmp_path / "ev.json"
    target.write_text(json.dumps({"scale": 1.0, "layers": []}))
    monkeypatch.setattr(fit_ev, "TARGET", target)
    fit_ev.fit(Namespace(forks=[tmp_path / "forks.npz"], ridge=1.0, write=True))
    lean = json.loads(target.read_text())["lean"]
    assert lean[3] == pytest.approx(3.0, abs=0.1)
    assert np.abs(np.delete(lean, 3)).max() < 0.1
