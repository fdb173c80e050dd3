"""Who plays: guests with a nickname, each known by the tokens in their browsers.

A token holds 256 bits of luck and is shown once; the store keeps its SHA-256, so that nobody can become a
player by reading the store. A user name and a password let a player come in from another phone, which gets
a token of its own. Any token may be revoked.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from wuyi.server.community import names
from wuyi.server.community.shelf import Shelf, insist
from wuyi.server.community.tokens import new_token, token_key
from wuyi.server.protocol import Close
from wuyi.server.refusal import Refusal
from wuyi.server.store.port import Store, StoreError

LOG = logging.getLogger(__name__)

PASSWORD_LENGTHS: Final = range(8, 201)
TOKENS: Final = 20
"""Phones that may be logged in at once; one more logs out the oldest."""

_HASHING: Final = 2
"""Passwords hashed at once: each takes 64 MB and a good part of a second, which is its purpose."""


_LOOK_SECONDS: Final = 60.0


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A person. created: seconds since 1970. user_name: as it is compared. password: its argon2 hash."""

    id: str
    name: str
    created: float
    user_name: str | None = None
    password: str | None = None


class _Token(msgspec.Struct, frozen=True):
    player: str
    created: float


class _UserName(msgspec.Struct, frozen=True):
    """Who was the last to take a user name. They hold it while it is theirs in `Player` too."""

    player: str


class People:
    """The players in `store`. Used from one event loop."""

    def __init__(self, store: Store, hasher: PasswordHasher | None = None) -> None:
        self._store = store
        self._players = Shelf(store, "player", Player)
        self._tokens = Shelf(store, "token", _Token, lambda token: [("player", token.player)])
        self._user_names = Shelf(store, "user_name", _UserName)
        self._hasher = hasher or PasswordHasher()
        self._nobody: str | None = None
        self._watched: dict[str, set[asyncio.Event]] = {}
        self._hashing = asyncio.Semaphore(_HASHING)

    async def create(self, name: str) -> tuple[Player, str]:
        """A new guest and their first token; raises `Refusal` for a name that cannot be shown."""
        player = Player(id=secrets.token_urlsafe(12), name=names.required(name), created=time.time())
        token = new_token()
        await self._store.put_documents(
            self._players.write(player.id, 1, player),
            self._tokens.write(_name_of(token), 1, _Token(player.id, player.created)),
        )
        return player, token

    async def find(self, token: str) -> Player:
        """Whose token this is; raises `Refusal`."""
        kept = await self._tokens.get(_name_of(token))
        player = await self._players.get(kept.value.player) if kept else None
        if player is None:
            raise _unknown()
        return player.value

    async def rename(self, id: str, name: str) -> Player:
        """Give a player another name; matches under way keep the old one."""
        name = names.required(name)
        kept = await self._players.change(id, lambda player: msgspec.structs.replace(player, name=name))
        if kept is None:
            raise _unknown()
        return kept.value

    # --- user name and password ----------------------------------------------------------------

    async def set_password(self, id: str, user_name: str, password: str, old: str = "") -> Player:
        """Give a player a user name and password, or, knowing the `old` one, others.

        Raises `Refusal`: `bad_user_name`, `bad_password`, `user_name_taken`, `wrong_password`.
        """
        user_name = names.user_name(user_name)
        if len(password) not in PASSWORD_LENGTHS:
            raise Refusal("bad_password", "a password has 8 to 200 letters")
        if (first := await self._players.get(id)) is None:
            raise _unknown()
        before = first.value
        if before.password is not None and not await self._verify(before.password, old):
            raise Refusal("wrong_password", "the old password is another")
        hashed = await self._hash(password)

        async def attempt() -> Player:
            kept = await self._players.get(id)
            # Somebody with the same token was quicker: their password is not known to this one.
            if kept is None or kept.value.password != before.password:
                raise Refusal("wrong_password", "the password was changed in the meantime")
            after = msgspec.structs.replace(kept.value, user_name=user_name, password=hashed)
            writes = [self._players.write(id, kept.version + 1, after)]
            if user_name != kept.value.user_name:
                if await self._by_user_name(user_name):
                    raise Refusal("user_name_taken", "another player has this user name")
                holder = await self._user_names.get(user_name)
                version = holder.version + 1 if holder else 1
                writes.append(self._user_names.write(user_name, version, _UserName(id)))
            await self._store.put_documents(*writes)
            return after

        return await insist(attempt)

    async def login(self, user_name: str, password: str) -> tuple[Player, str]:
        """The player of this user name and password, and a new token.

        Raises `Refusal` `wrong_password`, after the same work whether there is such a user or not.
        """
        player = await self._by_user_name(user_name)
        known = player.password if player else None
        right = await self._verify(known or await self._no_password(), password)
        if player is None or known is None or not right:
            raise Refusal("wrong_password", "there is no such user name and password")
        if self._hasher.check_needs_rehash(known):
            await self._rehash(player, password)
        return player, await self._new_token(player.id)

    async def _by_user_name(self, user_name: str) -> Player | None:
        """Who has this user name now; a player who took another leaves the old one to whoever wants it."""
        try:
            user_name = names.user_name(user_name)
        except Refusal:
            return None
        holder = await self._user_names.get(user_name)
        player = await self._players.get(holder.value.player) if holder else None
        return player.value if player and player.value.user_name == user_name else None

    async def _rehash(self, player: Player, password: str) -> None:
        """The parameters of hashing were raised since; a good moment to follow them."""
        hashed = await self._hash(password)

        def follow(now: Player) -> Player:
            return msgspec.structs.replace(now, password=hashed) if now.password == player.password else now

        await self._players.change(player.id, follow)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (Argon2Error, InvalidHashError):
                return False

    async def _no_password(self) -> str:
        """A hash that no password fits, to take as long over an unknown user as over a known one."""
        if self._nobody is None:
            self._nobody = await self._hash(secrets.token_urlsafe(32))
        return self._nobody

    # --- tokens --------------------------------------------------------------------------------

    async def _new_token(self, player: str) -> str:
        token = new_token()
        await self._tokens.put(_name_of(token), 1, _Token(player, time.time()))
        for kept in (await self._tokens.find("player", player, 10 * TOKENS))[TOKENS:]:
            await self._forget(kept.id)
        return token

    async def logout(self, token: str) -> None:
        """Revoke one token; one that is nobody's is no error."""
        await self._forget(_name_of(token))

    async def logout_everywhere(self, id: str) -> None:
        """Revoke every token of a player."""
        while tokens := await self._tokens.find("player", id, TOKENS):
            for kept in tokens:
                await self._forget(kept.id)

    async def _forget(self, id: str) -> None:
        await self._tokens.delete(id)
        for event in self._watched.get(id, ()):
            event.set()

    async def revoked(self, token: str) -> None:
        """Return when `token` is nobody's any more: at once if it was revoked here, and within
        `_LOOK_SECONDS` if by another server."""
        id = _name_of(token)
        event = asyncio.Event()
        self._watched.setdefault(id, set()).add(event)
        try:
            while await self._known(id):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await event.wait()
        finally:
            self._watched[id].discard(event)
            if not self._watched[id]:
                del self._watched[id]

    async def _known(self, id: str) -> bool:
        try:
            return await self._tokens.get(id) is not None
        except StoreError as error:
            LOG.warning("token not looked up", extra={"error": str(error)})
            return True


async def until_revoked(people: People, token: str) -> int:
    """The closing code of a socket that came in with `token`, once it is nobody's any more."""
    await people.revoked(token)
    return Close.UNKNOWN_TOKEN


def _unknown() -> Refusal:
    return Refusal("unknown_token", "this token is nobody's, or was revoked")


def _name_of(token: str) -> str:
    """The id under which a token is kept."""
    return token_key(token).hex()
