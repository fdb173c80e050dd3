"""Logs: one JSON object a line on standard error, with the fields a message was given and nothing else.

Tokens, seeds and tiles are never given to a logger.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonFormatter(logging.Formatter):
    """time, level, event (the message), then the `extra` of the call, and the traceback of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line.update((name, value) for name, value in vars(record).items() if name not in _USUAL)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(level: int, *, plain: bool = False) -> None:
    """Send everything from `level` on to standard error, as JSON lines, or `plain` for a person to read."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s") if plain else JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    # uvicorn's words about its own start and stop are ours to say.
    logging.getLogger("uvicorn").setLevel(max(level, logging.WARNING))
