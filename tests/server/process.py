"""The real server in a process of its own."""

import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

START_SECONDS = 60.0

UNHURRIED = {
    "PYTHONWARNINGS": "error",
    "WUYI_PACE": "0",
    "WUYI_WINDOW": "0",
    "WUYI_MESSAGES_PER_SECOND": "100000",
    "WUYI_MATCHES_PER_MINUTE": "100000",
    "WUYI_GUESSES_PER_MINUTE": "100000",
    "WUYI_SOCKETS_PER_ADDRESS": "100000",
}
"""A server that lets tests play as fast as they can."""


class ServerProcess:
    """`wuyi serve` over `database`, at first on a free port, then always on the same. `address` is where it
    answers. What it says on standard error goes to `log`, by default beside the database's file."""

    def __init__(
        self, database: Path | str, *arguments: str, command: str = "serve", log: Path | None = None
    ) -> None:
        self.database = database
        self.address = ""
        self._command = command
        self._environment = UNHURRIED
        self._arguments = ("--database", str(database), *arguments)
        self._log = log or Path(database).with_suffix(".log")

    def start(self, **environment: str) -> None:
        """Start it and wait until it answers; what it says on standard error is kept in `log`.

        environment: added to that of this process, now and with every later start.
        """
        self._environment = self._environment | environment
        port = self.address.rsplit(":", 1)[-1] or "0"
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._log.parent.mkdir(exist_ok=True)
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "wuyi.cli.main", self._command, "--port", port, *self._arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | self._environment,
            )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            address = self._said.get(timeout=START_SECONDS)
        except queue.Empty:
            address = ""
        if not address.startswith("http://127.0.0.1:"):
            self.kill()
            raise AssertionError(f"the server does not answer: {self.log}")
        self.address = address

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._said.put(line.strip())
        self._said.put("")

    def said(self) -> list[str]:
        """What it printed after its address, once it has ended."""
        lines: list[str] = []
        while not self._said.empty():
            lines.append(self._said.get())
        return lines

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def pause(self) -> None:
        """Stop the process where it stands; it does not notice."""
        self.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def stop(self, sign: signal.Signals = signal.SIGINT) -> int:
        """Ask it to end; its exit code."""
        return self._end(sign)

    def _end(self, sign: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(sign)
        code = self.process.wait(timeout=START_SECONDS)
        self._listener.join()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def restart(self) -> None:
        """kill -9 and start again, over the same database."""
        self.kill()
        self.start()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
