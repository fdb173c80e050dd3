"""Running the server in this process: the port, the store, the loop, and a prompt end."""

import asyncio
import contextlib
import errno
import gc
import logging
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Final

import msgspec
import uvicorn

from wuyi.server import garbage, large_pages
from wuyi.server.config import Config, ConfigError, open_folder
from wuyi.server.http.app import create_app
from wuyi.server.http.transport import PatientHttp
from wuyi.server.lan import own_address
from wuyi.server.nodes import LEASE_SECONDS, Nodes
from wuyi.server.sockets.transport import DirectSocket
from wuyi.server.store.opening import open_store
from wuyi.server.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from wuyi.server.store.postgres import PostgresStore

LOG = logging.getLogger(__name__)

_WILDCARDS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""What listens everywhere can be reached here."""

_FAREWELL_SECONDS: Final = 0.4
"""How long sockets may take to say goodbye. Nothing is lost without it: what was acknowledged is stored."""

_SWITCH_SECONDS: Final = 0.0005
"""How long the loop may keep the store's thread waiting, which it does at every statement."""

Announce = Callable[[str, str | None], None]


def run(config: Config, announce: Announce) -> None:
    """Serve until SIGINT or SIGTERM. `announce` is called once it answers, with the address for this machine
    and, if the server is open to it, the one for the house's network.

    Raises `ConfigError` if the port, the network or the folder cannot be had, `StoreError` for the database.
    """
    if config.lan:
        config = _opened_to_the_house(config)
    with bind(config.host, config.port) as listener:
        open_folder(config.database)
        store = open_store(config.database)
        host, port = listener.getsockname()[:2]
        shown = _WILDCARDS.get(host, host)
        address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
        if config.lan_address is not None:
            config = msgspec.structs.replace(config, lan_address=f"{config.lan_address}:{port}")
        app = create_app(store, config, _nodes(store, config, address))
        settings = uvicorn.Config(
            app,
            http=PatientHttp,
            ws=DirectSocket,
            ws_max_size=config.message_bytes,
            ws_per_message_deflate=False,
            access_log=False,
            log_config=None,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=_FAREWELL_SECONDS,  # type: ignore[arg-type]  # seconds, whole or not
        )
        garbage.leave_to_the_clock()
        sys.setswitchinterval(_SWITCH_SECONDS)
        LOG.info("server started", extra={"address": address, "lan": config.lan_address})
        with contextlib.suppress(KeyboardInterrupt):
            _Server(settings, lambda: announce(address, config.lan_address)).run(sockets=[listener])
        LOG.info("server ended")
        gc.freeze()  # what is left of many tables ends with the process: no search for cycles before that


def _opened_to_the_house(config: Config) -> Config:
    """Listen everywhere, unless one address was asked for, and know the own address there."""
    here = config.host in ("127.0.0.1", "localhost", "::1")
    own = own_address() if here or config.host in _WILDCARDS else config.host
    if own is None:
        raise ConfigError("this machine is in no network; leave out --lan")
    return msgspec.structs.replace(
        config, host="0.0.0.0" if here else config.host, lan_address=f"http://{own}"
    )


def _nodes(store: "SqliteStore | PostgresStore", config: Config, address: str) -> Nodes | None:
    """This server among those that share its store, if it can be shared. address: if the setting has none."""
    if isinstance(store, SqliteStore):
        return None
    named = config.address or config.lan_address
    if not named and config.host in _WILDCARDS:
        LOG.warning("no address for other machines", extra={"hint": "with several servers, set --address"})
    nodes = Nodes(store.leases(LEASE_SECONDS), named or address)
    store.on_lost = nodes.lost
    return nodes


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
            self._garbage = asyncio.create_task(garbage.search_forever())
            self._large_pages = asyncio.create_task(large_pages.use_forever())
            # The first turn of the loop after this one already accepts connections.
            asyncio.get_running_loop().call_soon(self._announce)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A second one changes nothing: a terminal and a wrapper may both send it, and the end is near.
        self.should_exit = True
