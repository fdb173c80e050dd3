"""Score books of a circle over HTTP (docs/scorebook.md)."""

from typing import Final

from litestar import Router, delete, get, put
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.server.community.books import Books
from wuyi.server.http.access import Access, AnyRequest
from wuyi.server.score_words import BookSummary, SaveBook, SharedBook

BOOK_BYTES: Final = 128 * 1024
"""Of a book at most: five hundred entries have half of it."""


def routes(books: Books, access: Access) -> list[ControllerRouterHandler]:
    @get("/api/circles/{circle:str}/books")
    async def circle_books(request: AnyRequest, circle: FromPath[str]) -> tuple[BookSummary, ...]:
        """The score books of a circle this player is in, the last begun first."""
        player = await access.player(request)
        return await books.of(circle, player.id)

    @get("/api/circles/{circle:str}/books/{book:str}")
    async def see_book(request: AnyRequest, circle: FromPath[str], book: FromPath[str]) -> SharedBook:
        """A score book as it was last written."""
        player = await access.player(request)
        return await books.get(circle, player.id, book)

    @put("/api/circles/{circle:str}/books/{book:str}", request_max_body_size=BOOK_BYTES)
    async def save_book(
        request: AnyRequest, circle: FromPath[str], book: FromPath[str], data: JSONBody[SaveBook]
    ) -> SharedBook:
        """Begin a score book, or write over the version that was read; another is refused."""
        player = await access.player(request)
        return await books.save(circle, player, book, data.version, data.content)

    @delete("/api/circles/{circle:str}/books/{book:str}")
    async def delete_book(request: AnyRequest, circle: FromPath[str], book: FromPath[str]) -> None:
        """The circle keeps it no longer."""
        player = await access.player(request)
        await books.delete(circle, player.id, book)

    handlers: list[ControllerRouterHandler] = [circle_books, see_book, save_book, delete_book]
    return [Router("/", route_handlers=handlers, tags=["books"])]
