"""A computer player of your own: it makes or joins a room and plays a match there.

    python examples/bot.py http://127.0.0.1:8000              makes a room, with three of the server's players
    python examples/bot.py http://127.0.0.1:8000 --room CODE  joins one, and waits for its host to start

It needs the library `websockets` and nothing of this project: docs/rooms.md and docs/protocol.md are all it
knows. To make a better player, write another `choose`.
"""

import argparse
import json
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

FINAL = (1009, 4401, 4404, 4408, 4429)
"""Codes after which there is no use in coming back (docs/protocol.md)."""

MOVED = 4307
TRIES = 20
"""Attempts without a word from the server after which it is given up, a minute or so."""

Message = dict[str, Any]
Say = Callable[[Message], None]


def choose(state: dict[str, Any]) -> dict[str, Any]:
    """One of `state["legal"]`: win if one may, claim nothing, and keep what may wait or what lies close."""
    legal: list[dict[str, Any]] = state["legal"]
    for action in legal:
        if action["type"] == "win":
            return action
    for action in legal:
        if action["type"] == "pass":
            return action
    view = state["view"]
    left = {hint["tile"]: sum(wait["left"] for wait in hint["waits"]) for hint in state["hints"]}
    held = Counter([*view["hand"], *([view["drawn"]] if view["drawn"] else [])])
    discards = [action for action in legal if action["type"] == "discard"]
    return max(
        discards, key=lambda action: (left.get(action["tile"], -1), -worth(action["tile"], held, view))
    )


def worth(tile: str, held: Counter[str], view: dict[str, Any]) -> int:
    """How much a tile is worth keeping: equal and neighbouring tiles in the hand, and above all 财神."""
    if tile == view["caishen"]:
        return 100
    number, suit = int(tile[0]), tile[1]
    near = 0 if suit == "z" else sum(held[f"{number + step}{suit}"] for step in (-2, -1, 1, 2))
    return 3 * (held[tile] - 1) + near


def changed(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state after a change of it."""
    view = {**state["view"], **change["view"]}
    seats = change["view"].get("seats", {})
    view["seats"] = [{**seen, **seats.get(str(seat), {})} for seat, seen in enumerate(state["view"]["seats"])]
    return {**state, **change, "type": "state", "view": view}


class Server:
    """The HTTP part, as one player."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.token = ""

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer; one of 400 and above ends the program, and so does a server that is not there."""
        request = urllib.request.Request(
            self.address + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json"},
        )
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                problem = json.load(error)
            raise SystemExit(f"refused: {problem['reason']}: {problem['detail']}") from None
        except urllib.error.URLError as error:
            raise SystemExit(f"no server at {self.address}: {error.reason}") from None

    def converse(self, path: str, hear: Callable[[Message, Say], Any]) -> Any:
        """Say hello at `path` and have everything heard, until `hear` returns something. A socket that breaks
        is opened again; one of a table that is at another server, there."""
        address, failures = self.address, 0
        while failures < TRIES:
            code = 1006
            try:
                with connect(address.replace("http", "ws", 1) + path, compression=None) as socket:

                    def say(message: Message, send: Callable[[str], None] = socket.send) -> None:
                        send(json.dumps(message))

                    say({"type": "hello", "token": self.token})
                    while True:
                        message = json.loads(socket.recv())
                        if message["type"] == "moved":
                            address = message["url"]
                        else:
                            failures = 0
                            if (result := hear(message, say)) is not None:
                                return result
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else 1006
            except OSError:
                pass  # nobody is there: it is being started again
            if code in FINAL:
                raise SystemExit(f"the server has closed the socket: {code}")
            if code != MOVED:
                address = self.address
            time.sleep(min(0.1 * 2**failures, 5))
            failures += 1
        raise SystemExit("the server does not answer")


def make_room(server: Server, hands: int) -> str:
    """A room of our own with three of the house's players, begun; the match."""
    room = server.ask("POST", "/api/rooms", {"rules": {"hands": hands}})
    path = f"/api/rooms/{room['code']}"
    for seat, place in enumerate(room["places"]):
        if place["player"] is None:
            server.ask("POST", f"{path}/bot", {"seat": seat, "bot": "greedy"})
    server.ask("POST", f"{path}/ready", {})
    match: str = server.ask("POST", f"{path}/start")["match"]
    return match


def join_room(server: Server, code: str) -> str:
    """A seat in the room `code`; the match, once it begins."""
    path = f"/api/rooms/{code}"
    room = server.ask("POST", f"{path}/join")
    me = server.ask("GET", "/api/players/me")["id"]
    places = room["places"]
    if me not in [place["player"] for place in places]:
        empty = next(seat for seat, place in enumerate(places) if not place["player"] and not place["bot"])
        server.ask("POST", f"{path}/sit", {"seat": empty})
    server.ask("POST", f"{path}/ready", {})

    def hear(message: Message, _: Say) -> str | None:
        if message["type"] == "refused":
            raise SystemExit(f"refused: {message['reason']}: {message['detail']}")
        return message.get("match")

    match: str = server.converse(f"{path}/socket", hear)
    return match


def play(server: Server, match: str) -> list[int]:
    """Play the match to its end; the scores of the seats."""
    state: Message = {}

    def hear(message: Message, say: Say) -> list[int] | None:
        nonlocal state
        if message["type"] == "change":
            message = changed(state, message)
        if message["type"] != "state":
            return (
                None  # a phrase, or a refusal: of what another was quicker at, the newer state is on its way
            )
        state = message
        if state["standing"]["over"]:
            scores: list[int] = state["standing"]["scores"]
            return scores
        if (reply := answer(state)) is not None:
            say(reply)
        return None

    scores: list[int] = server.converse(f"/api/matches/{match}/socket", hear)
    return scores


def answer(state: Message) -> Message | None:
    """What is to be said to a state of the table, if anything."""
    seat = state["view"]["seat"]
    if state["seats_state"][seat]["auto"]:
        return {"type": "back"}
    if state["view"]["result"]:
        return None if state["seats_state"][seat]["ready"] else {"type": "ready"}
    if state["legal"] and not state["paused"]:
        return {"type": "act", "seq": state["seq"], "action": choose(state)}
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description="Play one match in a room.")
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("--room", metavar="CODE", help="join this room; without it, make one")
    parser.add_argument("--name", default="Bot")
    parser.add_argument("--hands", type=int, default=4, help="of the room it makes (default 4)")
    args = parser.parse_args()

    server = Server(args.address)
    server.token = server.ask("POST", "/api/players", {"name": args.name})["token"]
    match = join_room(server, args.room) if args.room else make_room(server, args.hands)
    print(*play(server, match))


if __name__ == "__main__":
    main()
