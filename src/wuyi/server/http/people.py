"""People over HTTP: guests, names, passwords, tokens (docs/rooms.md)."""

from litestar import Router, get, patch, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.server.community.people import People, Player
from wuyi.server.http.access import Access, AnyRequest, address_of, token_of
from wuyi.server.http.openapi import OPEN
from wuyi.server.words import Identity, Login, Logout, NewPassword, NewPerson, Person


def routes(people: People, access: Access) -> list[ControllerRouterHandler]:
    @post("/api/players", security=OPEN)
    async def create_player(request: AnyRequest, data: JSONBody[NewPerson]) -> Identity:
        """A new guest. The token is theirs from now on, and is shown this once."""
        access.check_may_make(request)
        return _identity(*await people.create(data.name))

    @get("/api/players/me")
    async def me(request: AnyRequest) -> Person:
        """Whose token this is."""
        return person(await access.player(request))

    @patch("/api/players/me")
    async def rename(request: AnyRequest, data: JSONBody[NewPerson]) -> Person:
        """Another name, for rooms entered from now on."""
        player = await access.player(request)
        return person(await people.rename(player.id, data.name))

    @post("/api/players/password", status_code=200)
    async def set_password(request: AnyRequest, data: JSONBody[NewPassword]) -> Person:
        """A user name and password, to come in from another phone."""
        access.check_may_make(request)  # hashing is dear
        player = await access.player(request)
        with access.guess(player.id):
            return person(await people.set_password(player.id, data.user_name, data.password, data.old))

    @post("/api/players/login", status_code=200, security=OPEN)
    async def login(request: AnyRequest, data: JSONBody[Login]) -> Identity:
        """The player of a user name and password, with a token for this phone."""
        access.check_may_make(request)
        # Against the user name too: the guesses at one may come from everywhere.
        with access.guess(address_of(request), f"user {data.user_name.casefold()[:100]}"):
            return _identity(*await people.login(data.user_name, data.password))

    @post("/api/players/logout", status_code=204)
    async def logout(request: AnyRequest, data: JSONBody[Logout]) -> None:
        """Revoke this token, or all of the player's."""
        player = await access.player(request)
        if data.everywhere:
            await people.logout_everywhere(player.id)
        else:
            await people.logout(token_of(request) or "")

    handlers = [create_player, me, rename, set_password, login, logout]
    return [Router("/", route_handlers=handlers, tags=["players"])]


def person(player: Player) -> Person:
    """The player as they see themselves."""
    return Person(player.id, player.name, player.user_name)


def _identity(player: Player, token: str) -> Identity:
    return Identity(person(player), token)
