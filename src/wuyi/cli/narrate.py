"""A record in words, in Chinese or English: the deal, a line a turn, the settlement."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from wuyi.cli.words import FANS, Language, fan_name, tile_name
from wuyi.engine.event import Claimed, Discarded, Drawn, Event, Exhausted, Konged, Won
from wuyi.engine.record import Record
from wuyi.engine.state import SEATS, dealt_tiles
from wuyi.errors import RecordError
from wuyi.hand.notation import format_tiles, parse_tiles
from wuyi.hand.tile import TILES, Tile

_WALL: Final = 136


class Words(NamedTuple):
    """The phrases of a language, for `format`."""

    head: str
    deal: str
    dealer: str
    draws: str
    replaces: str
    discards: str
    claims: str
    kongs: str
    wins: dict[str, str]
    exhausted: str
    fan: str
    total: str
    liable: str
    payments: str
    comma: str
    colon: str


WORDS: Final[dict[Language, Words]] = {
    "en": Words(
        head="match {match}, hand {hand} of {hands}: caishen {caishen}, dice {dice}",
        deal="  seat {seat} {name}{dealer} ({score}): {tiles}",
        dealer=", dealer",
        draws="seat {seat} draws {tile}",
        replaces="draws the replacement {tile}",
        discards="discards {tile}",
        claims="seat {seat} claims {tile} from seat {source} for {meld}",
        kongs="kongs {meld}",
        wins={
            "draw": "wins by draw",
            "discard": "seat {seat} wins with the {tile} of seat {source}",
            "rob": "seat {seat} wins by robbing the {tile} of seat {source}",
        },
        exhausted="no tile is left: nobody wins",
        fan="{fan} {value}",
        total="{fan} fan, base {base}",
        liable="seat {seat} pays all",
        payments="seat {seat} {gain:+d} makes {score}",
        comma=", ",
        colon=": ",
    ),
    "zh": Words(
        head="{match} 第 {hand}/{hands} 局：财神 {caishen}，骰子 {dice}",
        deal="  座{seat} {name}{dealer}（{score}）：{tiles}",
        dealer="，庄家",
        draws="座{seat} 摸 {tile}",
        replaces="补 {tile}",
        discards="打 {tile}",
        claims="座{seat} 要座{source} 的 {tile}：{meld}",
        kongs="杠 {meld}",
        wins={
            "draw": "自摸胡",
            "discard": "座{seat} 胡座{source} 的 {tile}",
            "rob": "座{seat} 拉座{source} 的杠 {tile}",
        },
        exhausted="黄庄",
        fan="{fan} {value}",
        total="{fan} 番，基本分 {base}",
        liable="座{seat} 承包",
        payments="座{seat} {gain:+d} 共 {score}",
        comma="，",
        colon="：",
    ),
}


def narrate(record: Record, language: Language) -> Iterator[str]:
    """The lines that tell the hand. What seats answered in vain is left out.

    Raises `RecordError` or `NotationError` where the deal is none.
    """
    return _Narrator(language).tell(record)


class _Narrator:
    """Tells in one language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._words = WORDS[language]

    def tell(self, record: Record) -> Iterator[str]:
        yield from self._deal(record)
        turn: list[str] = []
        for event in record.events:
            said = self._say(event)
            if said is None:
                continue
            if turn and _begins_turn(event):
                yield self._words.comma.join(turn)
                turn = []
            turn.append(said)
        if turn:
            yield self._words.comma.join(turn)
        if record.events and isinstance(record.events[-1], Won):
            yield from self._settle(record.events[-1])

    def _deal(self, record: Record) -> Iterator[str]:
        wall = parse_tiles(record.wall)
        if len(wall) != _WALL or record.dealer not in SEATS:
            raise RecordError(f"no deal of {len(wall)} tiles by seat {record.dealer}")
        yield self._words.head.format(
            match=record.match,
            hand=record.hand,
            hands=record.rules.hands,
            caishen=self._tile(record.turned),
            dice=" ".join(map(str, record.dice)),
        )
        for seat in SEATS:
            yield self._words.deal.format(
                seat=seat,
                name=record.seats[seat],
                dealer=self._words.dealer if seat == record.dealer else "",
                score=record.before[seat],
                tiles=self._tiles(dealt_tiles(wall, (seat - record.dealer) % 4)),
            )

    def _say(self, event: Event) -> str | None:
        words = self._words
        match event:
            case Drawn(replacement=True):
                return words.replaces.format(tile=self._tile(event.tile))
            case Drawn():
                return words.draws.format(seat=event.seat, tile=self._tile(event.tile))
            case Discarded():
                return words.discards.format(tile=self._tile(event.tile))
            case Claimed():
                return words.claims.format(
                    seat=event.seat,
                    source=event.source,
                    tile=self._tile(event.tile),
                    meld=self._meld(event.meld),
                )
            case Konged():
                return words.kongs.format(meld=self._meld(event.meld))
            case Won():
                said = words.wins.get(event.way, event.way)
                return said.format(seat=event.seat, source=event.source, tile=self._tile(event.tile))
            case Exhausted():
                return words.exhausted
            case _:
                return None

    def _settle(self, won: Won) -> Iterator[str]:
        words = self._words
        melds = "".join([f" {self._meld(meld)}" for meld in won.melds])
        yield f"  {self._tiles(parse_tiles(''.join(won.tiles)))} + {self._tile(won.tile)}{melds}"
        fans = [words.fan.format(fan=self._fan(fan), value=value) for fan, value in won.fans]
        total = words.total.format(fan=won.fan, base=won.base)
        if won.liable is not None:
            total += words.comma + words.liable.format(seat=won.liable)
        yield f"  {words.comma.join(fans)}{words.colon}{total}"
        gains = [
            words.payments.format(seat=seat, gain=won.payments[seat], score=won.scores[seat])
            for seat in SEATS
        ]
        yield f"  {words.comma.join(gains)}"

    # A record that was not verified may name what there is not; that is shown as it stands.

    def _tile(self, text: str) -> str:
        return tile_name(TILES[text], self._language) if text in TILES else text

    def _fan(self, fan: str) -> str:
        return fan_name(fan, self._language) if fan in FANS else fan

    def _tiles(self, tiles: Iterable[Tile]) -> str:
        """`123m55z`, or `一二三万白白`."""
        if self._language == "en":
            return format_tiles(tuple(tiles))
        names = [tile_name(tile, self._language) for tile in sorted(tiles)]
        # The suit is said once, behind the last of its ranks.
        return "".join(
            name if index + 1 == len(names) or name[1:] != names[index + 1][1:] else name[0]
            for index, name in enumerate(names)
        )

    def _meld(self, text: str) -> str:
        if self._language == "en":
            return text
        return f"{text[:1]}{self._tiles(parse_tiles(text[1:-1]))}{text[-1:]}"


def _begins_turn(event: Event) -> bool:
    """Whether a line of its own begins here: what a seat does on its turn stays on one."""
    match event:
        case Drawn():
            return not event.replacement
        case Won():
            return event.way != "draw"
        case Konged() | Discarded():
            return False
        case _:
            return True
