"""Running the server in this process: the port, the store, the loop, and a prompt end."""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn

from wuyi.server.app import create_app
from wuyi.server.config import Config, ConfigError, open_folder
from wuyi.server.store.sqlite import SqliteStore

LOG = logging.getLogger(__name__)

_WILDCARDS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""What listens everywhere can be reached here."""

_FAREWELL_SECONDS: Final = 0.4
"""How long sockets may take to say goodbye. Nothing is lost without it: what was acknowledged is stored."""


def run(config: Config, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM. `announce` is called with the address once it answers.

    Raises `ConfigError` if the port or the folder cannot be had, `StoreError` for the database.
    """
    with bind(config.host, config.port) as listener:
        open_folder(config.database)
        app = create_app(SqliteStore(config.database), config)
        host, port = listener.getsockname()[:2]
        shown = _WILDCARDS.get(host, host)
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
        settings = uvicorn.Config(
            app,
            ws="websockets-sansio",
            ws_max_size=config.message_bytes,
            ws_per_message_deflate=False,
            access_log=False,
            log_config=None,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=_FAREWELL_SECONDS,  # type: ignore[arg-type]  # seconds, whole or not
        )
        with contextlib.suppress(KeyboardInterrupt):
            _Server(settings, lambda: announce(address)).run(sockets=[listener])


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens at `host`; port 0 takes any that is free. Raises `ConfigError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ConfigError(f"port {port} is in use; choose another with --port or PORT") from None
        raise ConfigError(f"cannot listen at {host} port {port}: {error.strerror or error}") from None
    return listener


class _Server(uvicorn.Server):
    """uvicorn that says when it answers, and takes a signal as a request to end, not as an error."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            # The first turn of the loop after this one already accepts connections.
            asyncio.get_running_loop().call_soon(self._announce)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A second one changes nothing: a terminal and a wrapper may both send it, and the end is near.
        self.should_exit = True
