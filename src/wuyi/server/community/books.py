"""Score books that a circle of friends keeps together (docs/scorebook.md)."""

import re
import time
from typing import Final

import msgspec

from wuyi.server.community import names
from wuyi.server.community.circles import Circles
from wuyi.server.community.people import Player
from wuyi.server.community.shelf import Kept, Shelf
from wuyi.server.refusal import Refusal
from wuyi.server.score_words import BookContent, BookHand, BookSummary, SharedBook
from wuyi.server.store.port import LogConflict, Store

BOOKS: Final = 100
"""Score books one circle may keep."""

_ID: Final = re.compile(r"[\w-]{8,40}", re.ASCII)
"""Chosen by the phone that begins the book, so that asking again makes no second one."""


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """by, at: who wrote this version, and when."""

    id: str
    circle: str
    by: str
    at: float
    content: BookContent


class Books:
    """The shared score books in `store`. Every method raises `Refusal`, to who is not in the circle as if
    there were none, and `StoreError`."""

    def __init__(self, store: Store, circles: Circles) -> None:
        self._books = Shelf(store, "scorebook", Book, lambda book: [("circle", book.circle)])
        self._circles = circles

    async def of(self, circle: str, player: str) -> tuple[BookSummary, ...]:
        """The books of a circle, the last begun first."""
        await self._circles.get(circle, player)
        return tuple([_summary(kept) for kept in await self._books.find("circle", circle, BOOKS)])

    async def get(self, circle: str, player: str, id: str) -> SharedBook:
        """One book as it was last written."""
        await self._circles.get(circle, player)
        kept = await self._books.get(_place(circle, id))
        if kept is None:
            raise Refusal("unknown_book", "the circle has no such score book")
        return _shared(kept)

    async def save(
        self, circle: str, player: Player, id: str, version: int, content: BookContent
    ) -> SharedBook:
        """Begin a book (version 0), or write over the `version` that was read.

        Refused with `book_changed` if another version has been written since, or the book is gone.
        """
        await self._circles.get(circle, player.id)
        if not _ID.fullmatch(id):
            raise Refusal("bad_book", "the id of a score book has 8 to 40 letters, digits, - or _")
        if version == 0 and len(await self._books.find("circle", circle, BOOKS)) == BOOKS:
            raise Refusal("too_many", f"more than {BOOKS} score books")
        book = Book(id=id, circle=circle, by=player.name, at=time.time(), content=checked(content))
        try:
            await self._books.put(_place(circle, id), version + 1, book)
        except LogConflict:
            raise Refusal("book_changed", "another version has been written since") from None
        return _shared(Kept(id, version + 1, book))

    async def delete(self, circle: str, player: str, id: str) -> None:
        """The circle keeps the book no longer; phones that have it do."""
        await self._circles.get(circle, player)
        await self._books.delete(_place(circle, id))


def checked(content: BookContent) -> BookContent:
    """The content with its names fit to be shown; raises `Refusal` for what cannot have been played."""
    for entry in content.entries:
        if isinstance(entry, BookHand):
            _check_hand(entry)
        else:
            _check_order(entry.order)
    _check_order(content.order)
    a, b, c, d = [names.clean(name) for name in content.names]
    return msgspec.structs.replace(content, title=names.clean(content.title), names=(a, b, c, d))


def _check_hand(hand: BookHand) -> None:
    winners = [win.who for win in hand.wins]
    if len(set(winners)) < len(winners):
        raise _bad("somebody wins twice")
    if hand.source is None and len(winners) > 1:
        raise _bad("one person draws the winning tile")
    if hand.source is not None and (not winners or hand.source in winners):
        raise _bad("who discards does not win, and somebody does")
    if any(win.liable == win.who for win in hand.wins):
        raise _bad("nobody pays for themselves")


def _check_order(order: tuple[int, ...]) -> None:
    if len(set(order)) < len(order):
        raise _bad("somebody sits at two seats")


def _bad(why: str) -> Refusal:
    return Refusal("bad_book", why)


def _place(circle: str, id: str) -> str:
    """Ids are chosen outside, so that each circle has its own."""
    return f"{circle}:{id}"


def _shared(kept: Kept[Book]) -> SharedBook:
    book = kept.value
    return SharedBook(book.id, kept.version, book.by, book.at, book.content)


def _summary(kept: Kept[Book]) -> BookSummary:
    book, content = kept.value, kept.value.content
    hands = sum([isinstance(entry, BookHand) for entry in content.entries])
    return BookSummary(book.id, kept.version, book.by, book.at, content.title, content.names, hands)
