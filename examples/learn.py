"""A small policy learnt in minutes on a processor: it copies a teacher, then learns from its own hands.

    pip install '.[rl]' torch==2.13.0
    python examples/learn.py

It looks at every legal action by itself: how far the hand would be from each target and how many tiles would
help (`Batch.afterstates`), which tile goes, and how the hand stands. The same weights judge each action, and
read each of the three suits, which are alike (2.1): so what is learnt of one is known of all.

Copying: all four seats of many tables are played, by the teacher at first and more and more by the pupil.
The teacher says at every decision what it would do, and the pupil learns to say the same (DAgger, Ross et al.
2011). So it is taught where its own mistakes lead, too.

Improving: the pupil takes one seat against three players of the kernels and is paid the points of the hand,
dear hands counted as `DEAREST` (PPO, Schulman et al. 2017).

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

from wuyi.bots.targets import targets
from wuyi.env import ManySeats
from wuyi.env.one_seat import PLAYERS
from wuyi.rules import DEFAULT_RULES
from wuyi.simulate.fast import Batch
from wuyi.simulate.fast.actions import GROW_PUNG, OWN_KONG, PASS
from wuyi.simulate.fast.batch import SEED_BYTES
from wuyi.simulate.fast.observe import CAISHEN, MELDS, OWN, PLANES, RIVERS, SCALARS

MOST: Final = 20
"""No seat ever has more legal actions."""
SUITS: Final = 3
TARGETS: Final = len(targets(DEFAULT_RULES))
OF_SUITS: Final = 9
"""So many of the targets come first: half flush, full flush, four triplets of each suit."""
SORTS: Final = OWN_KONG - PASS + 3
"""Sorts of actions: to discard, each of the claims, either kong of one's own."""
OF_TILE: Final = PLANES + 4
"""What is told of the tile that goes: each plane at its kind, and what of its suit each seat has laid."""
DEAREST: Final = 256.0
"""Points beyond which no hand counts, those of six fan: one of ten would drown a thousand others."""
TRUST: Final = 0.95
"""How much of what a hand brought is laid to a decision, for each further one that came between; the rest is
what the pupil expected there."""
SEAT: Final = 0


class Seen(NamedTuple):
    """What the pupil is shown at n decisions.

    actions: (n, `MOST`), the numbers of the legal ones first, -1 behind. ahead: (n, `MOST`, `TARGETS`, 2),
    what each leaves. tiles: (n, `MOST`, `OF_TILE`), of a discard. scalars: (n, `SCALARS` + 1), the last how
    many caishen the seat holds.
    """

    actions: Tensor
    ahead: Tensor
    tiles: Tensor
    scalars: Tensor

    @classmethod
    def by(cls, batch: Batch) -> "Seen":
        """What the seats that act are shown."""
        mask = batch.legal_mask()
        planes, scalars = batch.observe()
        numbers = np.argsort(~mask, axis=1, kind="stable")[:, :MOST]
        row = np.arange(len(batch))[:, None]
        actions = np.where(mask[row, numbers], numbers, -1)
        own_wilds = (planes[:, OWN] * (planes[:, CAISHEN] > 0)).sum(1)
        suits = np.stack([planes[:, MELDS:RIVERS, 9 * suit : 9 * suit + 9].sum(2) for suit in range(4)], 1)
        discards = (actions >= 0) & (actions < PASS)
        kinds = np.where(discards, actions, 0)
        tiles = np.concatenate([planes.transpose(0, 2, 1)[row, kinds], suits[row, kinds // 9]], 2)
        return cls(
            torch.from_numpy(actions.astype(np.int16)),
            torch.from_numpy(batch.afterstates()[row, numbers]),
            torch.from_numpy((tiles * discards[:, :, None]).astype(np.int8)),
            torch.from_numpy(np.concatenate([scalars, own_wilds[:, None]], 1).astype(np.int32)),
        )

    @property
    def choices(self) -> Tensor:
        """How many legal actions there are, by decision."""
        return (self.actions >= 0).sum(1)

    def at(self, index: Tensor) -> "Seen":
        return Seen(*(each[index] for each in self))

    def numbers(self, places: Tensor) -> NDArray[np.int64]:
        """The numbers of the actions at these places, as `Batch.step` takes them."""
        numbers: NDArray[np.int64] = self.actions.gather(1, places[:, None])[:, 0].numpy().astype(np.int64)
        return numbers

    def places(self, numbers: NDArray[np.int64]) -> Tensor:
        """Where in `actions` these numbers stand."""
        return (self.actions == torch.from_numpy(numbers)[:, None]).int().argmax(1)

    @staticmethod
    def together(many: list["Seen"]) -> "Seen":
        return Seen(*(torch.cat(each) for each in zip(*many, strict=True)))


class Pupil(nn.Module):
    """Logits of the actions at their places, and the points the hand will bring in units of `DEAREST`."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        half, each = width // 2, 3  # numbers of a target
        whole = half + each * (TARGETS - OF_SUITS) + SORTS + OF_TILE + SCALARS + 1
        self.suit = nn.Sequential(
            nn.Linear(each * OF_SUITS // SUITS, half), nn.ReLU(), nn.Linear(half, half), nn.ReLU()
        )
        self.action = nn.Sequential(
            nn.Linear(whole, 2 * width), nn.ReLU(), nn.Linear(2 * width, width), nn.ReLU()
        )
        self.logit = nn.Linear(width, 1)
        self.points = nn.Linear(width, 1)
        scale = torch.full((SCALARS + 1,), 0.25)
        scale[0] = scale[49] = 1 / 64  # tiles left, and discards so far
        scale[16:20] = 1 / 14  # concealed tiles
        scale[44:49] = 0  # the match so far: a hand is played for itself
        self.scale = nn.Buffer(scale)

    def forward(self, seen: Seen) -> tuple[Tensor, Tensor]:
        legal = seen.actions >= 0
        decision, _ = legal.nonzero(as_tuple=True)  # only what is legal is looked at
        missing, useful = seen.ahead[legal].float().unbind(2)
        ahead = torch.stack([missing / 4, (1 - missing).exp(), useful / 20], 2)
        suits = self.suit(ahead[:, :OF_SUITS].unflatten(1, (SUITS, -1)).flatten(2)).sum(1)
        others = ahead[:, OF_SUITS:].flatten(1)
        sort = functional.one_hot(_sort(seen.actions[legal].long()), SORTS)
        tiles = seen.tiles[legal] / 4
        scalars = (seen.scalars * self.scale)[decision]
        found = self.action(torch.cat([suits, others, sort, tiles, scalars], 1))
        logits = torch.full(legal.shape, -1e9).masked_scatter(legal, self.logit(found).squeeze(1))
        all_found = found.new_zeros(*legal.shape, found.shape[1])
        all_found[legal] = found
        return logits, self.points(all_found.amax(1)).squeeze(1)


def _sort(actions: Tensor) -> Tensor:
    """Which of `SORTS` the actions are."""
    sort = (actions - PASS + 1).clamp(0, SORTS - 2)
    return torch.where(actions >= GROW_PUNG, SORTS - 1, sort)


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

    def __init__(self, room: int = 200_000) -> None:
        self._seen = Seen(
            torch.zeros(room, MOST, dtype=torch.int16),
            torch.zeros(room, MOST, TARGETS, 2, dtype=torch.int8),
            torch.zeros(room, MOST, OF_TILE, dtype=torch.int8),
            torch.zeros(room, SCALARS + 1, dtype=torch.int32),
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
    teachers = [PLAYERS[teacher]] * 4
    # What must be compiled is so before the clock runs: that takes a minute, once.
    _listen(pupil, Batch(1), teachers, 0.0, np.random.default_rng(), Lessons(40))
    began = time.process_time()
    while (gone := (time.process_time() - began) / seconds) < 1:
        _listen(pupil, batch, teachers, min(0.8, 2 * gone), luck, lessons)
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * (1 - 0.95 * gone)
        right = 0.0
        for _ in range(50):
            seen, said = lessons.some(1024)
            logits, _ = pupil(seen)
            optimizer.zero_grad()
            functional.cross_entropy(logits, said).backward()
            optimizer.step()
            right += float((logits.argmax(1) == said).float().mean())
        _tell(f"copying {teacher}: {100 * gone:3.0f}%, agrees in {2 * right:.1f}% of decisions")
    print()


def _listen(
    pupil: Pupil, batch: Batch, teachers: list[int], alone: float, luck: np.random.Generator, lessons: Lessons
) -> None:
    """Play forty steps of every table, each as the pupil would by the chance `alone`, else as it is told."""
    for _ in range(40):
        if batch.over.any():
            batch.reset(luck.integers(0, 256, (len(batch), SEED_BYTES), np.uint8), batch.over)
        says = batch.choose(teachers)
        seen = Seen.by(batch)
        real = seen.choices > 1
        lessons.note(seen.at(real), seen.places(says)[real])
        with torch.no_grad():
            own = seen.numbers(pupil(seen)[0].argmax(1))
        batch.step(np.where(luck.random(len(batch)) < alone, own, says))


def improve(pupil: Pupil, against: str, seconds: float, tables: int, seed: int) -> None:
    """Let the pupil play, and make likelier what brought more points than it expected."""
    optimizer = torch.optim.Adam(pupil.parameters(), 2e-4)
    many = ManySeats(tables, [against] * 3, seat=SEAT)
    many.reset(seed=seed)
    began, hands = time.process_time(), 0
    mean = 0.0
    while (gone := (time.process_time() - began) / seconds) < 1:
        steps = _played(pupil, many, 64)
        told = _judged(pupil, many, steps)
        hands += told.hands
        mean += (told.mean - mean) * 0.1 if mean else told.mean
        advantage = told.advantage / (told.advantage.std() + 1e-6)
        for _ in range(3):
            for part in torch.randperm(len(told.place)).split(2048):
                logits, expected = pupil(told.seen.at(part))
                policy = Categorical(logits=logits)
                ratio = (policy.log_prob(told.place[part]) - told.log_chance[part]).exp()
                gain = torch.min(ratio * advantage[part], ratio.clamp(0.9, 1.1) * advantage[part]).mean()
                error = functional.mse_loss(expected, told.points[part])
                optimizer.zero_grad()
                (error - gain - 0.002 * policy.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(pupil.parameters(), 0.5)
                optimizer.step()
        _tell(f"improving: {100 * gone:3.0f}%, {hands:,} hands, lately {DEAREST * mean:+.1f} points")
    print()


class Step(NamedTuple):
    """One step of all tables: what was seen and done, and what the hand brought where it `ended` by it. idle:
    where there was nothing to do, for the hand was over."""

    seen: Seen
    place: Tensor
    log_chance: Tensor
    expected: Tensor
    points: Tensor
    ended: Tensor
    idle: Tensor


class Told(NamedTuple):
    """Decisions, each with the points it led to, and how many more than expected."""

    seen: Seen
    place: Tensor
    log_chance: Tensor
    points: Tensor
    advantage: Tensor
    hands: int
    mean: float


def _played(pupil: Pupil, many: ManySeats, count: int) -> list[Step]:
    """So many steps by the pupil's own chances."""
    steps = []
    for _ in range(count):
        seen = Seen.by(many.batch)
        idle = seen.choices == 0  # the hand is over, and this step deals
        with torch.no_grad():
            logits, expected = pupil(seen)
            policy = Categorical(logits=logits)
            place = policy.sample()
        _, rewards, over, _, _ = many.step(seen.numbers(place))
        points = torch.from_numpy(np.clip(rewards, -DEAREST, DEAREST) / DEAREST).float()
        ended = torch.from_numpy(over.copy()) & ~idle
        steps.append(Step(seen, place, policy.log_prob(place), expected, points, ended, idle))
    return steps


def _judged(pupil: Pupil, many: ManySeats, steps: list[Step]) -> Told:
    """Lay to every decision what came of it (GAE, Schulman et al. 2016)."""
    with torch.no_grad():
        then = pupil(Seen.by(many.batch))[1]
    more = torch.zeros_like(then)
    told, hands, total = [], 0, 0.0
    for step in reversed(steps):
        hands += int(step.ended.sum())
        total += float(step.points[step.ended].sum())
        then = torch.where(step.ended, step.points, then)
        more = then - step.expected + TRUST * more.masked_fill(step.ended, 0)
        real = step.seen.choices > 1
        told.append(
            (
                step.seen.at(real),
                *(each[real] for each in (step.place, step.log_chance, step.expected + more, more)),
            )
        )
        then = step.expected
    seen, *rest = zip(*told, strict=True)
    place, log_chance, points, advantage = (torch.cat(each) for each in rest)
    return Told(Seen.together(list(seen)), place, log_chance, points, advantage, hands, total / max(1, hands))


def score(pupil: Pupil | None, against: str, hands: int, seed: int, *, player: str = "") -> Score:
    """What the pupil's best choices bring against three of a kind; without a pupil, what `player` brings."""
    tables = min(hands, 1000)
    many = ManySeats(tables, [against] * 3, seat=SEAT)
    many.reset(seed=seed)
    brought: list[NDArray[np.float64]] = []
    asked = [PLAYERS[player or against]] * 4
    played = np.zeros(tables, np.int64)
    while (
        wanted := played < hands // tables
    ).any():  # as many of every table, or quick hands would count more
        idle = many.batch.over
        if pupil is None:
            actions = many.batch.choose(asked)
        else:
            seen = Seen.by(many.batch)
            with torch.no_grad():
                actions = seen.numbers(pupil(seen)[0].argmax(1))
        _, rewards, over, _, _ = many.step(actions)
        ended = over & ~idle & wanted
        brought.append(rewards[ended])
        played += ended
    points = np.concatenate(brought)
    cut = np.clip(points, -DEAREST, DEAREST)
    root = len(points) ** 0.5
    return Score(
        points.mean(), points.std() / root, cut.mean(), cut.std() / root, 100 * float((points > 0).mean())
    )


def _tell(line: str) -> None:
    print(f"\r{line}", end="", flush=True)


def positive(text: str) -> int:
    """A whole number from 1 up."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number


def main() -> None:
    asked = argparse.ArgumentParser(
        description="Learn a small policy, and say how well it plays.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    asked.add_argument("--teacher", default="value", choices=PLAYERS, help="whom to copy")
    asked.add_argument("--against", default="greedy", choices=PLAYERS, help="whom to play")
    asked.add_argument("--copy", type=float, default=240, metavar="SECONDS", help="of processor time")
    asked.add_argument("--improve", type=float, default=240, metavar="SECONDS", help="likewise; 0 for none")
    asked.add_argument("--tables", type=positive, default=256, help="at once")
    asked.add_argument("--hands", type=positive, default=10_000, help="by which it is judged at the end")
    asked.add_argument("--seed", type=int, default=1, help="number all luck follows from")
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
