"""A small policy learnt in minutes on a processor: it copies a teacher, then learns from its own hands.

    pip install 'wuyi[rl]' torch==2.13.0
    python examples/learn.py

Copying: all four seats of many tables are played, by the teacher at first and more and more by the pupil.
The teacher says at every decision what it would do, and the pupil learns to say the same (DAgger, Ross et al.
2011). So it is taught where its own mistakes lead, too.

Improving: the pupil takes one seat against three players of the kernels and is paid the points of the hand,
dear hands counted as `DEAREST` (PPO, Schulman et al. 2017).

The three suits are alike (2.1), so the same weights read each of them: what is learnt of one is known of all.
docs/env.md says how far it gets.
"""

import argparse
import time
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical
from torch.nn import functional

from wuyi.env import ManySeats
from wuyi.env.one_seat import PLAYERS
from wuyi.hand.tile import KINDS
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.actions import ACTIONS, OWN_KONG, PASS
from wuyi.simulate.fast.batch import SEED_BYTES
from wuyi.simulate.fast.observe import PLANES, SCALARS

SUITS, RANKS, HONOURS = 3, 9, 7
BY_KIND = 3
"""Discards, concealed kongs and added kongs have a number for each kind of tile."""
DEAREST: Final = 64.0
"""Points beyond which no hand counts: one of ten fan would drown a thousand others."""
SEAT: Final = 0


class Seen(NamedTuple):
    """What the pupil is shown at n decisions: planes (n, 13, 34), scalars (n, 50), what is legal (n, 109)."""

    planes: Tensor
    scalars: Tensor
    legal: Tensor

    @classmethod
    def of(cls, planes: NDArray[np.int8], scalars: NDArray[np.int32], legal: NDArray[np.bool_]) -> "Seen":
        return cls(*(torch.from_numpy(np.ascontiguousarray(each)) for each in (planes, scalars, legal)))

    def at(self, index: Tensor) -> "Seen":
        return Seen(*(each[index] for each in self))

    @staticmethod
    def together(many: list["Seen"]) -> "Seen":
        return Seen(*(torch.cat(each) for each in zip(*many, strict=True)))


class Pupil(nn.Module):
    """Logits of the 109 actions, and the points that the hand will bring in units of `DEAREST`."""

    def __init__(self, width: int = 128) -> None:
        super().__init__()
        wide = 2 * width
        self.suit = nn.Sequential(
            nn.Linear(PLANES * RANKS, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.honours = nn.Sequential(nn.Linear(PLANES * HONOURS, width), nn.ReLU())
        self.scalars = nn.Sequential(nn.Linear(SCALARS, width), nn.ReLU())
        self.trunk = nn.Sequential(nn.Linear(3 * width, wide), nn.ReLU(), nn.Linear(wide, wide), nn.ReLU())
        self.of_suit = nn.Sequential(
            nn.Linear(width + wide, width), nn.ReLU(), nn.Linear(width, BY_KIND * RANKS)
        )
        self.of_honours = nn.Linear(wide, BY_KIND * HONOURS)
        self.of_claims = nn.Linear(wide, OWN_KONG - PASS)
        self.points = nn.Linear(wide, 1)
        scale = torch.full((SCALARS,), 0.25)
        scale[0] = scale[49] = 1 / 64  # tiles left, and discards so far
        scale[16:20] = 1 / 14  # concealed tiles
        scale[44:49] = 0  # the match so far: a hand is played for itself
        self.scale = nn.Buffer(scale)

    def forward(self, seen: Seen) -> tuple[Tensor, Tensor]:
        planes = seen.planes / 4
        suits = planes[:, :, : SUITS * RANKS].unflatten(2, (SUITS, RANKS)).transpose(1, 2).flatten(2)
        honours = planes[:, :, SUITS * RANKS :].flatten(1)
        each = self.suit(suits)
        scalars = self.scalars(seen.scalars * self.scale)
        trunk = self.trunk(torch.cat([each.sum(1), self.honours(honours), scalars], 1))
        by_suit = self.of_suit(torch.cat([each, trunk[:, None].expand(-1, SUITS, -1)], 2))
        suited = by_suit.unflatten(2, (BY_KIND, RANKS)).transpose(1, 2).flatten(2)
        by_kind = torch.cat([suited, self.of_honours(trunk).unflatten(1, (BY_KIND, HONOURS))], 2)
        discards, kongs, added = by_kind.unbind(1)
        logits = torch.cat([discards, self.of_claims(trunk), kongs, added], 1)
        return logits.masked_fill(~seen.legal, -1e9), self.points(trunk).squeeze(1)


class Score(NamedTuple):
    """What a seat made of its hands: points each with their standard error, the same with dear hands cut, and
    how many of a hundred it won."""

    points: float
    error: float
    cut: float
    cut_error: float
    won: float

    def __str__(self) -> str:
        return (
            f"{self.points:+.1f} ± {1.96 * self.error:.1f} points a hand, "
            f"{self.cut:+.1f} ± {1.96 * self.cut_error:.1f} with hands cut at {DEAREST:.0f}, "
            f"won {self.won:.1f}%"
        )


class Lessons:
    """What was seen and what the teacher said: the last so many decisions of which any were to be made."""

    def __init__(self, room: int = 400_000) -> None:
        self._seen = Seen(
            torch.zeros(room, PLANES, KINDS, dtype=torch.int8),
            torch.zeros(room, SCALARS, dtype=torch.int32),
            torch.zeros(room, ACTIONS, dtype=torch.bool),
        )
        self._said = torch.zeros(room, dtype=torch.int64)
        self._count = 0

    def note(self, seen: Seen, said: Tensor) -> None:
        room = len(self._said)
        at = torch.arange(self._count, self._count + len(said)) % room
        for kept, new in zip(self._seen, seen, strict=True):
            kept[at] = new
        self._said[at] = said
        self._count += len(said)

    def some(self, count: int) -> tuple[Seen, Tensor]:
        at = torch.randint(min(self._count, len(self._said)), (count,))
        return self._seen.at(at), self._said[at]


def copy(pupil: Pupil, teacher: str, seconds: float, tables: int, luck: np.random.Generator) -> None:
    """Teach the pupil to do what the teacher would."""
    optimizer = torch.optim.Adam(pupil.parameters())
    batch, lessons = Batch(tables), Lessons()
    began = time.monotonic()
    while (gone := (time.monotonic() - began) / seconds) < 1:
        _listen(pupil, batch, [PLAYERS[teacher]] * 4, min(0.8, 2 * gone), luck, lessons)
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - 0.95 * gone)
        right = 0.0
        for _ in range(100):
            seen, said = lessons.some(1024)
            logits, _ = pupil(seen)
            optimizer.zero_grad()
            functional.cross_entropy(logits, said).backward()
            optimizer.step()
            right += float((logits.argmax(1) == said).float().mean())
        _tell(f"copying {teacher}: {100 * gone:3.0f}%, agrees in {right:.1f}% of decisions")
    print()


def _listen(
    pupil: Pupil, batch: Batch, teachers: list[int], alone: float, luck: np.random.Generator, lessons: Lessons
) -> None:
    """Play forty steps of every table, each as the pupil would by the chance `alone`, else as it is told."""
    for _ in range(40):
        if batch.over.any():
            batch.reset(luck.integers(0, 256, (len(batch), SEED_BYTES), np.uint8), batch.over)
        says = batch.choose(teachers)
        legal = batch.legal_mask().copy()
        seen = Seen.of(*batch.observe(), legal)
        real = torch.from_numpy((legal.sum(1) > 1) & ~batch.over)
        lessons.note(seen.at(real), torch.from_numpy(says)[real])
        with torch.no_grad():
            own = pupil(seen)[0].argmax(1).numpy()
        batch.step(np.where(luck.random(len(batch)) < alone, own, says))


def improve(pupil: Pupil, against: str, seconds: float, tables: int, seed: int) -> None:
    """Let the pupil play, and make likelier what brought more points than it expected."""
    optimizer = torch.optim.Adam(pupil.parameters(), 2e-4)
    many = ManySeats(tables, [against] * 3, seat=SEAT)
    seen = _shown(many.reset(seed=seed)[0])
    began, hands = time.monotonic(), 0
    mean = 0.0
    while (gone := (time.monotonic() - began) / seconds) < 1:
        steps, seen = _played(pupil, many, seen, 64)
        told = _returns(steps)
        if not len(told.action):
            continue
        hands += told.hands
        mean += (told.mean - mean) * 0.1 if mean else told.mean
        advantage = told.points - told.expected
        advantage = advantage / (advantage.std() + 1e-6)
        for _ in range(3):
            for part in torch.randperm(len(told.action)).split(2048):
                logits, expected = pupil(told.seen.at(part))
                policy = Categorical(logits=logits)
                ratio = (policy.log_prob(told.action[part]) - told.log_chance[part]).exp()
                gain = torch.min(ratio * advantage[part], ratio.clamp(0.9, 1.1) * advantage[part]).mean()
                error = functional.mse_loss(expected, told.points[part])
                optimizer.zero_grad()
                (error - gain - 0.002 * policy.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(pupil.parameters(), 0.5)
                optimizer.step()
        _tell(f"improving: {100 * gone:3.0f}%, {hands:,} hands, lately {DEAREST * mean:+.1f} points")
    print()


class Step(NamedTuple):
    """One step of all tables: what was seen and done, and what the hand brought where it `ended` by it."""

    seen: Seen
    action: Tensor
    log_chance: Tensor
    expected: Tensor
    points: Tensor
    ended: Tensor
    idle: Tensor


class Told(NamedTuple):
    """Decisions of hands that have ended, each with what its hand brought."""

    seen: Seen
    action: Tensor
    log_chance: Tensor
    expected: Tensor
    points: Tensor
    hands: int
    mean: float


def _played(pupil: Pupil, many: ManySeats, seen: Seen, count: int) -> tuple[list[Step], Seen]:
    """So many steps by the pupil's own chances."""
    steps = []
    for _ in range(count):
        idle = ~seen.legal.any(1)  # the hand is over, and this step deals
        with torch.no_grad():
            logits, expected = pupil(seen)
            policy = Categorical(logits=logits)
            action = policy.sample()
        shown, rewards, over, _, _ = many.step(action.numpy())
        points = torch.from_numpy(np.clip(rewards, -DEAREST, DEAREST) / DEAREST).float()
        steps.append(
            Step(seen, action, policy.log_prob(action), expected, points, torch.from_numpy(over.copy()), idle)
        )
        seen = _shown(shown)
    return steps, seen


def _returns(steps: list[Step]) -> Told:
    """Give every decision the points of its hand; hands that have not ended are left out."""
    points = torch.zeros_like(steps[-1].points)
    known = torch.zeros_like(steps[-1].ended)
    told, hands, total = [], 0, 0.0
    for step in reversed(steps):
        ended = step.ended & ~step.idle
        hands += int(ended.sum())
        total += float(step.points[ended].sum())
        points = torch.where(ended, step.points, points)
        known = (known & ~step.idle) | ended
        real = known & ~step.idle & (step.seen.legal.sum(1) > 1)
        told.append(
            (step.seen.at(real), step.action[real], step.log_chance[real], step.expected[real], points[real])
        )
    seen, *rest = zip(*told, strict=True)
    action, log_chance, expected, brought = (torch.cat(each) for each in rest)
    return Told(
        Seen.together(list(seen)), action, log_chance, expected, brought, hands, total / max(1, hands)
    )


def _shown(observation: dict[str, NDArray[np.int32]]) -> Seen:
    return Seen.of(
        observation["planes"].astype(np.int8),
        observation["scalars"],
        observation["action_mask"].astype(np.bool_),
    )


def score(pupil: Pupil | None, against: str, hands: int, seed: int, *, player: str = "") -> Score:
    """What the pupil's best choices bring against three of a kind; without a pupil, what `player` brings."""
    tables = min(hands, 1000)
    many = ManySeats(tables, [against] * 3, seat=SEAT)
    seen = _shown(many.reset(seed=seed)[0])
    brought: list[NDArray[np.float64]] = []
    asked = [PLAYERS[player or against]] * 4
    while sum(len(each) for each in brought) < hands:
        if pupil is None:
            actions = many.batch.choose(asked)
        else:
            with torch.no_grad():
                actions = pupil(seen)[0].argmax(1).numpy()
        idle = ~seen.legal.any(1).numpy()
        shown, rewards, over, _, _ = many.step(actions)
        brought.append(rewards[over & ~idle])
        seen = _shown(shown)
    points = np.concatenate(brought)
    cut = np.clip(points, -DEAREST, DEAREST)
    root = len(points) ** 0.5
    return Score(
        points.mean(), points.std() / root, cut.mean(), cut.std() / root, 100 * float((points > 0).mean())
    )


def _tell(line: str) -> None:
    print(f"\r{line}", end="", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(description="Learn a small policy, and say how well it plays.")
    asked.add_argument("--teacher", default="value", choices=PLAYERS, help="whom to copy")
    asked.add_argument("--against", default="greedy", choices=PLAYERS, help="whom to play")
    asked.add_argument("--copy", type=float, default=240, metavar="SECONDS")
    asked.add_argument("--improve", type=float, default=240, metavar="SECONDS")
    asked.add_argument("--tables", type=int, default=256)
    asked.add_argument("--hands", type=int, default=10_000, help="by which it is judged at the end")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--save", metavar="FILE", help="where to write the weights")
    given = asked.parse_args()
    torch.manual_seed(given.seed)
    pupil = Pupil()
    print(f"{sum(each.numel() for each in pupil.parameters()):,} weights")
    copy(pupil, given.teacher, given.copy, given.tables, np.random.default_rng(given.seed))
    print("after copying:", score(pupil, given.against, given.hands, given.seed + 1))
    if given.improve:
        improve(pupil, given.against, given.improve, given.tables, given.seed)
        print("after improving:", score(pupil, given.against, given.hands, given.seed + 1))
    print("the teacher there:", score(None, given.against, given.hands, given.seed + 1, player=given.teacher))
    if given.save:
        torch.save(pupil.state_dict(), given.save)


if __name__ == "__main__":
    main()
