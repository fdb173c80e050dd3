"""A computer player of your own: it makes or joins a room and plays a match there.

    python examples/bot.py http://127.0.0.1:8000              makes a room, with three of the server's players
    python examples/bot.py http://127.0.0.1:8000 --room CODE  joins one, and waits for its host to start

It needs the library `websockets` and nothing of this project: docs/rooms.md and docs/protocol.md are all it
knows. To make a better player, write another `choose`.
"""

import argparse
import json
import urllib.error
import urllib.request
from collections import Counter
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

COME_BACK = (1001, 1006, 1012, 4413)
"""Codes after which the same socket may be opened again; the others are final (docs/protocol.md)."""

FINAL_REASONS = ("unknown_token", "unknown_match", "unknown_room", "not_member")


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
    view["seats"] = [seats.get(str(seat), seen) for seat, seen in enumerate(state["view"]["seats"])]
    return {**state, **change, "type": "state", "view": view}


class Server:
    """The HTTP part, as one player."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.token = ""

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer; one of 400 and above ends the program."""
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

    def socket(self, path: str) -> ClientConnection:
        """A socket that has said hello."""
        socket = connect(self.address.replace("http", "ws", 1) + path, compression=None)
        socket.send(json.dumps({"type": "hello", "token": self.token}))
        return socket


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
    with server.socket(f"{path}/socket") as socket:
        for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                raise SystemExit(f"refused: {message['reason']}: {message['detail']}")
            if message.get("match"):
                return str(message["match"])
    raise SystemExit("the server has closed the room's socket")


def play(server: Server, match: str) -> list[int]:
    """Play the match to its end, coming back as often as the socket breaks; the scores of the seats."""
    while True:
        try:
            with server.socket(f"/api/matches/{match}/socket") as socket:
                state: dict[str, Any] = {}
                for text in socket:
                    message = json.loads(text)
                    if message["type"] == "change":
                        message = changed(state, message)
                    if message["type"] == "state":
                        state = message
                        if state["standing"]["over"]:
                            scores: list[int] = state["standing"]["scores"]
                            return scores
                    answer(socket, message)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            if code not in COME_BACK:
                raise SystemExit(f"the server has closed the socket: {code}") from None


def answer(socket: ClientConnection, message: dict[str, Any]) -> None:
    """Say what is to be said to a message of the server, if anything."""
    if message["type"] == "refused" and message["reason"] in FINAL_REASONS:
        raise SystemExit(f"refused: {message['reason']}: {message['detail']}")
    if message["type"] != "state":
        return
    seat = message["view"]["seat"]
    if message["seats_state"][seat]["auto"]:
        socket.send(json.dumps({"type": "back"}))
    elif message["view"]["result"]:
        if not message["seats_state"][seat]["ready"]:
            socket.send(json.dumps({"type": "ready"}))
    elif message["legal"] and not message["paused"]:
        socket.send(json.dumps({"type": "act", "seq": message["seq"], "action": choose(message)}))


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
