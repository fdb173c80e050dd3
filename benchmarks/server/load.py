"""How much one core bears: tables of four sockets, every action on the disk before anybody hears of it.

    make bench-server            or, with other sizes: make bench-server ARGS="--tables 250 --rates 500,1000"

A server with a database of its own runs on one core, its store's thread included; this program plays all its
seats from another. At each rate it asks for so many actions a second, spread evenly, of whichever seats are
asked, and measures from sending the action of a turn until each of the four sockets has the change that
follows. What the server says it has committed is taken from its /metrics. Claim windows are off, so that a
table is as fast as its players: with them no table does more than one discard a second.

Nothing keeps other programs off the server's core. How long its threads were ready to run and did not get it
is printed ("waited"): a line where that is much says little about the server.
"""

import argparse
import asyncio
import gc
import os
import platform
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from server.wire import Socket
from wuyi.engine.action import Win
from wuyi.engine.legal import acting, legal_actions
from wuyi.rules import Ruleset
from wuyi.server.community.tokens import token_key
from wuyi.server.store.sqlite import SqliteStore
from wuyi.server.table.fair import first_hand
from wuyi.server.table.happening import Entry, encode_log
from wuyi.server.table.header import Header
from wuyi.server.table.sitting import Sitting

ROOT: Final = Path(__file__).resolve().parent.parent.parent
SEATS: Final = range(4)
TICK: Final = 0.002
"""How often the players look at their sockets. In between they do not wait for them: to wake a process for
each message would cost the server's core what no player beyond a network does."""
CLAIMS: Final = 0.3
"""How often a seat takes a claim that it may take."""
ACTIONS: Final = 90
"""About so many has a hand. The tables begin anywhere in their first: so that hands end all the time."""


# --- what the players need of a message --------------------------------------------------------


class View(msgspec.Struct):
    phase: str | UnsetType = UNSET
    drawn: str | UnsetType | None = UNSET
    result: msgspec.Raw | UnsetType = UNSET


class Standing(msgspec.Struct):
    over: bool


class Told(msgspec.Struct):
    """A state, or a change: what is unset is as it was."""

    seq: int
    events: list[msgspec.Raw]
    view: View
    legal: list[msgspec.Raw] | UnsetType = UNSET
    standing: Standing | UnsetType = UNSET


class State(Told, tag="state"): ...


class Change(Told, tag="change"): ...


class Refused(msgspec.Struct, tag="refused"):
    reason: str


DECODER: Final = msgspec.json.Decoder(State | Change | Refused)


# --- the players -------------------------------------------------------------------------------


class Load:
    """All tables, and when they act. `asked` are the seats that have an answer ready."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.asked: deque[Seat] = deque()
        self.latencies: list[float] = []
        self.refusals: dict[str, int] = {}
        self.matches_over = 0

    async def run(self, rate: float, seconds: float) -> None:
        """Send `rate` actions a second as long as there are seats asked. The past is not made up for."""
        began = last = time.perf_counter()
        credit = 0.0
        while last - began < seconds:
            time.sleep(TICK)
            await asyncio.sleep(0)
            now = time.perf_counter()
            credit = min(credit + (now - last) * rate, rate * 0.05)
            last = now
            while credit >= 1 and self.asked:
                credit -= 1
                self.asked.popleft().act()


class Table:
    """Four seats. `unheard`: those that have not been told of the last action of a turn, sent at `sent`."""

    def __init__(self, load: Load, name: str, tokens: list[str]) -> None:
        self.load = load
        self.name = name
        self.seats = [Seat(self, seat, token) for seat, token in zip(SEATS, tokens, strict=True)]
        self.unheard: set[int] = set()
        self.sent = 0.0

    def told(self, seat: int) -> None:
        if seat in self.unheard:
            self.unheard.remove(seat)
            self.load.latencies.append(time.perf_counter() - self.sent)


class Seat:
    """One socket, and what it knows. seq: -1 before it was told anything."""

    def __init__(self, table: Table, seat: int, token: str) -> None:
        self.table = table
        self.seat = seat
        self.token = token
        self.seq = -1
        self.phase = ""
        self.drawn: str | None = None
        self.legal: list[bytes] = []
        self.settled = self.over = self.ready = False
        self.waits = False
        self.socket: Socket | None = None

    async def sit_down(self, port: int) -> None:
        path = f"/api/matches/{self.table.name}/socket"
        self.socket = await Socket.open("127.0.0.1", port, path, self.heard)
        self.socket.send(b'{"type":"hello","token":"%b"}' % self.token.encode())
        while self.seq < 0:
            await asyncio.sleep(0.01)
            if self.socket.failure:
                raise ConnectionError(self.socket.failure)

    def heard(self, message: bytes) -> None:
        said = DECODER.decode(message)
        if isinstance(said, Refused):
            refusals = self.table.load.refusals
            refusals[said.reason] = refusals.get(said.reason, 0) + 1
            return
        if said.events:
            self.table.told(self.seat)
        self.know(said)
        if self.settled and not self.over and not self.ready:
            assert self.socket is not None
            self.ready = True
            self.socket.send(b'{"type":"ready"}')
        elif self.legal and not self.waits:
            self.waits = True
            self.table.load.asked.append(self)

    def know(self, said: Told) -> None:
        """Keep what is needed of a state or a change."""
        self.seq = said.seq
        if said.view.phase is not UNSET:
            self.phase = said.view.phase
        if said.view.drawn is not UNSET:
            self.drawn = said.view.drawn
        if said.view.result is not UNSET:
            self.settled = bytes(said.view.result) != b"null"
            self.ready = self.ready and self.settled
        if said.legal is not UNSET:
            self.legal = [bytes(action) for action in said.legal]
        if said.standing is not UNSET:
            self.table.load.matches_over += said.standing.over and not self.over and self.seat == 0
            self.over = said.standing.over

    def act(self) -> None:
        """Answer the last state, if it still asks."""
        self.waits = False
        if not self.legal:
            return
        if self.phase == "turn":
            self.table.unheard = set(SEATS)
            self.table.sent = time.perf_counter()
        assert self.socket is not None
        self.socket.send(b'{"type":"act","seq":%d,"action":%b}' % (self.seq, self.choose()))

    def choose(self) -> bytes:
        """Win, take some claims, let the others go, discard what was drawn."""
        for action in self.legal:
            if b'"win"' in action:
                return action
        if self.phase != "turn":
            return self.legal[0] if self.table.load.luck.random() < CLAIMS else self.legal[-1]
        drawn = f'"{self.drawn}"'.encode()
        discards = [action for action in self.legal if b'"discard"' in action]
        return next((action for action in discards if drawn in action), (discards or self.legal)[-1])


# --- the server --------------------------------------------------------------------------------


async def make_tables(load: Load, database: Path, count: int) -> list[Table]:
    """So many matches of four people in the database, their first hands dealt and in part played."""
    store = SqliteStore(database)
    rules = Ruleset(hands=16)
    tables = []
    for number in range(count):
        tokens = [secrets.token_urlsafe(24) for _ in SEATS]
        header = Header(
            rules=rules,
            names=("Li", "Wu", "He", "Mo"),
            bots=(None,) * 4,
            seed=load.luck.randbytes(32).hex(),
        )
        table = Table(load, f"bench-{number}", tokens)
        log = encode_log(some_of_a_hand(header, load.luck))
        keys = {seat: token_key(token) for seat, token in zip(SEATS, tokens, strict=True)}
        tables.append((table, store.create(table.name, header.encode(), keys, log)))
    await asyncio.gather(*(made for _, made in tables))
    await store.close()
    return [table for table, _ in tables]


def some_of_a_hand(header: Header, luck: random.Random) -> list[Entry]:
    """The log of a table somewhere in its first hand."""
    dealt = first_hand(header.seed, header.rules)
    sitting = Sitting.fold(header, dealt).trial(0)
    for _ in range(luck.randrange(ACTIONS)):
        if sitting.state.over:
            break
        legal = legal_actions(sitting.state, acting(sitting.state)[0])
        others = [action for action in legal if not isinstance(action, Win)]
        sitting.apply(others[0] if luck.random() < CLAIMS else others[-1])
    return [*dealt, *sitting.news]


class Server:
    """`wuyi serve` on one core."""

    def __init__(self, database: Path, core: int, window: float) -> None:
        self._log = database.with_suffix(".log").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wuyi.cli.main", "serve", "--port", "0", "--database", str(database)],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=os.environ
            | {
                "WUYI_MESSAGES_PER_SECOND": "1000",
                "WUYI_SOCKETS_PER_ADDRESS": "100000",
                "WUYI_WINDOW": str(window),
                "PYTHONUNBUFFERED": "1",
            },
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),  # before any thread
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise SystemExit(f"the server does not start: {database.with_suffix('.log').read_text()}")

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def memory(self) -> int:
        """Bytes resident."""
        return _status(self.process.pid, "VmRSS") * 1024

    def cpu(self) -> float:
        """Seconds of the core it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def waited(self) -> float:
        """Seconds that its threads were ready to run, and others had the core."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[1]) for task in tasks) / 1e9

    async def committed(self) -> float:
        """How many actions it has committed and acknowledged."""

        def read() -> str:
            with urllib.request.urlopen(f"{self.address}/metrics", timeout=30) as answer:
                return str(answer.read().decode())

        (line,) = (
            line
            for line in (await asyncio.to_thread(read)).splitlines()
            if line.startswith("wuyi_actions_total ")
        )
        return float(line.split()[1])

    def stop(self) -> float:
        """Seconds until it has ended."""
        began = time.perf_counter()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)
        self._log.close()
        return time.perf_counter() - began


def _status(pid: int, name: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise KeyError(name)


# --- the measurement ---------------------------------------------------------------------------


async def measure(load: Load, server: Server, rate: float, seconds: float) -> None:
    """One line of the table."""
    await load.run(rate, 1.0)
    load.latencies.clear()
    load.refusals.clear()
    before, own, began = await server.committed(), time.process_time(), time.perf_counter()
    cpu, waited = server.cpu(), server.waited()
    await load.run(rate, seconds)
    done, took = await server.committed() - before, time.perf_counter() - began
    used, waited = server.cpu() - cpu, server.waited() - waited
    own = (time.process_time() - own) / took
    latencies = sorted(load.latencies) or [float("nan")]
    p50, p99 = (latencies[int(len(latencies) * part)] * 1000 for part in (0.5, 0.99))
    refused = sum(load.refusals.values())
    print(
        f"{rate:>8.0f} {done / took:>10.0f} {len(latencies) / took:>8.0f} {p50:>8.1f} {p99:>8.1f}"
        f" {used / took:>8.0%} {waited / took:>8.0%} {used / max(done, 1) * 1000:>9.2f} {own:>8.0%}"
        f" {refused:>8}",
        flush=True,
    )


async def run(args: argparse.Namespace, folder: Path, cores: tuple[int, int]) -> None:
    load = Load(args.seed)
    database = folder / "wuyi.db"
    tables = await make_tables(load, database, args.tables + 1)
    server = Server(database, cores[0], args.window)
    try:
        warm, *tables = tables
        await asyncio.gather(*(seat.sit_down(server.port) for seat in warm.seats))
        await load.run(200, 1)
        empty = server.memory()
        began = time.perf_counter()
        for some in range(0, len(tables), 25):
            seats = [seat for table in tables[some : some + 25] for seat in table.seats]
            await asyncio.gather(*(seat.sit_down(server.port) for seat in seats))
        print(
            f"{len(tables)} tables of four sockets seated in {time.perf_counter() - began:.1f} s; "
            f"{(server.memory() - empty) / len(tables) / 1000:.0f} KB a table\n"
        )
        print("   asked  committed     told      p50      p99     core   waited    CPU ms     core  refused")
        print("     1/s        1/s      1/s       ms       ms   server   for it an action  of load")
        for rate in args.rates:
            await measure(load, server, rate, args.seconds)
        print(
            f"\n{(server.memory() - empty) / len(tables) / 1000:.0f} KB a table after play; "
            f"{load.matches_over} matches over; ended in {server.stop():.2f} s"
        )
    finally:
        if server.process.poll() is None:
            server.process.kill()
    log = database.with_suffix(".log").read_text()
    if errors := [line for line in log.splitlines() if '"wuyi' in line and '"level": "error"' in line]:
        raise SystemExit(f"{len(errors)} errors, the first: {errors[0]}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a server on one core.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rates", default="500,1000,2000,3050,6000", help="actions a second to ask for")
    parser.add_argument("--seconds", type=float, default=5.0, help="at each rate")
    parser.add_argument("--window", type=float, default=0.0, help="seconds a discard lies on the table")
    parser.add_argument("--folder", type=Path, default=ROOT / ".cache", help="on the disk to be measured")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    args.rates = [float(rate) for rate in args.rates.split(",")]

    available = sorted(os.sched_getaffinity(0))
    if len(available) < 2:
        raise SystemExit("two cores are needed: one for the server, one for the load")
    cores = available[0], available[1]
    os.sched_setaffinity(0, {cores[1]})
    print(
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )
    gc.disable()  # a search for cycles among four thousand sockets would be counted as the server's delay
    args.folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=args.folder, prefix="bench-server-") as folder:
        asyncio.run(run(args, Path(folder), cores))


if __name__ == "__main__":
    main()
