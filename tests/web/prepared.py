"""Tables that are far on before the page is opened, for what comes late in a match."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec
from playwright.sync_api import Page

from tests.server.client import new_match, seated
from wuyi.server.protocol import Ticket


async def before_the_last_hand(address: str) -> Ticket:
    """A match against computer players, at the settlement of the last hand but one."""
    ticket = await new_match(address, rules={"hands": 4})
    async with seated(address, ticket) as (player, state):
        while len(state.standing.results) < 3:
            state = await player.play(state, steps=1)
    return ticket


def sit_before_the_last_hand(page: Page, address: str) -> None:
    """Open the page on such a table."""
    with ThreadPoolExecutor() as pool:  # Playwright has an event loop in this thread
        ticket = pool.submit(asyncio.run, before_the_last_hand(address)).result()
    page.goto(address)
    page.evaluate("ticket => localStorage['wuyi.ticket'] = ticket", msgspec.json.encode(ticket).decode())
    page.reload()
