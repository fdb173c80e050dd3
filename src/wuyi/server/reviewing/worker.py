"""The program of the process that reviews: jobs on its input, a line each, and its answers on its output.

    python -m wuyi.server.reviewing.worker

It runs at the lowest priority and ends with its input, that is, with the server.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
from typing import BinaryIO, Final

import msgspec

from wuyi.review import review, trial
from wuyi.server.reviewing.messages import Answer, Failed, Finished, Job, Progress

THREADS: Final = 1
"""Another core is left to the tables."""
_LOWEST: Final = 19


_JOB: Final = msgspec.json.Decoder(Job)
_ENCODER: Final = msgspec.json.Encoder()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the server ends us
    with contextlib.suppress(AttributeError, OSError):  # no such thing on Windows, and not allowed everywhere
        os.setpriority(os.PRIO_PROCESS, 0, _LOWEST)  # whatever the server's own is
    # What libraries print must not come between the answers.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, output)


def serve(source: BinaryIO, output: BinaryIO) -> None:
    """Do the jobs of `source` one after the other. At its end the process ends, whatever it is doing."""
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        for line in source:
            jobs.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        tell(output, do(jobs.get(), output))


def do(line: bytes, output: BinaryIO) -> Answer:
    """The last answer to a job."""
    try:
        job = _JOB.decode(line)
        found = review(
            job.record,
            job.seat,
            budget=job.budget,
            engine=trial(threads=THREADS),
            progress=lambda done, all: tell(output, Progress(done, all)),
        )
    except Exception as error:  # the next one may go well
        return Failed(f"{type(error).__name__}: {error}")
    return Finished(found)


def tell(output: BinaryIO, answer: Answer) -> None:
    output.write(_ENCODER.encode(answer) + b"\n")
    output.flush()


if __name__ == "__main__":
    main()
