"""The documents of one kind as values: decoded, found, and changed by whoever is quicker."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec

from wuyi.server.store.port import Document, LogConflict, Store, StoreError, Write

_TRIES: Final = 20
"""How often a change begins anew because another was quicker; then the store is said to fail."""

Value = TypeVar("Value", bound=msgspec.Struct)
Result = TypeVar("Result")
Index = Iterable[tuple[str, str]]


class Kept(NamedTuple, Generic[Value]):
    """A value and where it stands."""

    id: str
    version: int
    value: Value


class Shelf(Generic[Value]):
    """All documents of `kind` in `store`. index: by what a value can be found."""

    def __init__(
        self, store: Store, kind: str, type: type[Value], index: Callable[[Value], Index] = lambda _: ()
    ) -> None:
        self._store = store
        self._kind = kind
        self._index = index
        self._decoder = msgspec.json.Decoder(type)

    async def get(self, id: str) -> Kept[Value] | None:
        """The value `id`; raises `StoreError`, also for what this version cannot read."""
        document = await self._store.get_document(self._kind, id)
        return None if document is None else self._decode(document)

    async def find(self, key: str, value: str, limit: int, *, before: str | None = None) -> list[Kept[Value]]:
        """Those found by (key, value), the last made first (`Store.find_documents`)."""
        found = await self._store.find_documents(self._kind, key, value, limit, before=before)
        return [self._decode(document) for document in found]

    def write(self, id: str, version: int, value: Value) -> Write:
        """What makes (version 1) or replaces the value `id` when it is put."""
        return Write(self._kind, id, version, msgspec.json.encode(value), tuple(self._index(value)))

    async def put(self, id: str, version: int, value: Value) -> None:
        """Make (version 1) or replace one value; raises `LogConflict`."""
        await self._store.put_documents(self.write(id, version, value))

    async def change(self, id: str, change: Callable[[Value], Value]) -> Kept[Value] | None:
        """Replace the value `id` by `change` of it, which may be asked again, and may refuse by raising.

        The value after; None if there is none. What stays the same is not written.
        """

        async def attempt() -> Kept[Value] | None:
            kept = await self.get(id)
            if kept is None or (after := change(kept.value)) == kept.value:
                return kept
            await self.put(id, kept.version + 1, after)
            return Kept(id, kept.version + 1, after)

        return await insist(attempt)

    async def delete(self, id: str) -> None:
        """Forget the value `id`, if there is one."""
        await self._store.delete_document(self._kind, id)

    def _decode(self, document: Document) -> Kept[Value]:
        try:
            return Kept(document.id, document.version, self._decoder.decode(document.data))
        except (msgspec.DecodeError, ValueError) as error:
            raise StoreError(f"the {self._kind} {document.id} cannot be read: {error}") from None


async def insist(attempt: Callable[[], Awaitable[Result]]) -> Result:
    """Run `attempt`, which reads, decides and puts, until no other writer comes in between.

    Of those that collide one succeeds, so all do in the end. Raises `StoreError` after `_TRIES`.
    """
    for _ in range(_TRIES):
        try:
            return await attempt()
        except LogConflict:
            continue
    raise StoreError("too many want to change the same at once")
