"""A hand and its score drawn in text, for a terminal of any width above eighty columns and any font.

Chinese characters take two columns and all else one, so boxes are of plain ASCII: the lines of a box in
Unicode take one column or two as the terminal likes.
"""

from collections.abc import Iterable, Sequence
from typing import Final
from unicodedata import east_asian_width

from wuyi.cli.words import Language, fan_name, reason_text, tile_name
from wuyi.engine.reasons import explain_refusal
from wuyi.hand import Hand, is_baotou, waits
from wuyi.hand.tile import TILES, Tile
from wuyi.rules import Ruleset
from wuyi.scoring.reading import Group
from wuyi.scoring.request import ScoreRequest, Verdict
from wuyi.scoring.score import Refusal, Score

_TEXT: Final[dict[Language, dict[str, str]]] = {
    "zh": {
        "draw": "财神{caishen}，自摸{tile}",
        "discard": "财神{caishen}，捉冲{tile}",
        "rob": "财神{caishen}，拉杠{tile}",
        "waiting": "财神{caishen}",
        "caishen": "财",
        "reads": "读作  {groups}",
        "value": "{value}番",
        "total": "共{fan}番，基本分{base}",
        "capped": "共{sum}番，封顶{fan}番，基本分{base}",
        "refused": "不能胡：{reason}",
        "seat": "座位{seat}",
        "winner": "胡牌",
        "dealer": "庄家",
        "discarder": "出冲",
        "liable": "承包",
        "no_payments": "谁出的冲没有说（--discarder），不算各家输赢",
        "waits": "听  {tiles}",
        "no_waits": "没有听牌",
        "any_wait": "任何一张（爆头）",
        "comma": "、",
        "aside": "（{more}）",
        "m": "万",
        "p": "筒",
        "s": "条",
    },
    "en": {
        "draw": "caishen {caishen}, drew {tile}",
        "discard": "caishen {caishen}, won on the discarded {tile}",
        "rob": "caishen {caishen}, robbed the {tile} of a kong",
        "waiting": "caishen {caishen}",
        "caishen": "**",
        "reads": "read as  {groups}",
        "value": "{value}",
        "total": "{fan} fan, base {base}",
        "capped": "{sum} fan, capped at {fan}, base {base}",
        "refused": "no win: {reason}",
        "seat": "seat {seat}",
        "winner": "winner",
        "dealer": "dealer",
        "discarder": "discarder",
        "liable": "pays all",
        "no_payments": "who pays what needs the discarder (--discarder)",
        "waits": "waits  {tiles}",
        "no_waits": "waits for nothing",
        "any_wait": "any tile (baotou)",
        "comma": ", ",
        "aside": " ({more})",
        "m": "m",
        "p": "p",
        "s": "s",
    },
}


def show_verdict(request: ScoreRequest, verdict: Verdict, language: Language) -> list[str]:
    """The lines that answer a person: the tiles, each fan, the sum and who pays what, or why it does not
    win; and the wait."""
    text = _TEXT[language]
    hand, tile, score = verdict.hand, verdict.tile, verdict.score
    names = {"caishen": tile_name(hand.caishen, language), "tile": tile_name(tile, language)}
    lines = [text[request.way].format(**names), *draw(hand, tile, language), ""]
    if isinstance(score, Refusal):
        lines.append(text["refused"].format(reason=_why(score, language)))
    else:
        lines.append(text["reads"].format(groups=_groups(score.groups, language)))
        lines += _fans(score, language)
        lines += ["", *_payments(request, verdict, language)]
    return lines if request.heavenly else [*lines, "", _waits(hand, request.rules, language)]


def show_waits(hand: Hand, rules: Ruleset, language: Language) -> list[str]:
    """The lines that say what thirteen tiles wait for."""
    head = _TEXT[language]["waiting"].format(caishen=tile_name(hand.caishen, language))
    return [head, *draw(hand, None, language), "", _waits(hand, rules, language)]


def draw(hand: Hand, tile: Tile | None, language: Language) -> list[str]:
    """Four lines of tiles: the concealed ones, the melds, and the winning one apart. Caishen are marked."""
    groups: list[Sequence[Tile]] = [hand.tiles(), *[meld.tiles for meld in hand.melds]]
    if tile is not None:
        groups.append((tile,))
    mark = _TEXT[language]["caishen"]
    rows = []
    for row in range(4):
        parts = [[_box(each, hand.caishen, mark, language)[row] for each in group] for group in groups]
        rows.append(" ".join(["".join(part) for part in parts]))
    return rows


def _box(tile: Tile, caishen: Tile, mark: str, language: Language) -> tuple[str, str, str, str]:
    """The four rows of a tile, four columns wide."""
    upper, *lower = [_padded(character, 2) for character in tile_name(tile, language)]
    return "+--+", f"|{upper}|", f"|{''.join(lower) or '  '}|", f"+{mark}+" if tile == caishen else "+--+"


def _groups(groups: Iterable[Group], language: Language) -> str:
    """Each group in brackets; a tile that stands for another with it: `[2m 3m 9p=4m]`."""
    between, opening, closing = ("", "(", ")") if language == "zh" else (" ", "[", "]")
    return "  ".join([opening + between.join(_stands(group, language)) + closing for group in groups])


def _stands(group: Group, language: Language) -> Iterable[str]:
    for tile, read in zip(group.tiles, group.reads, strict=True):
        shown = tile_name(TILES[tile], language)
        yield shown if tile == read else f"{shown}={tile_name(TILES[read], language)}"


def _fans(score: Score, language: Language) -> list[str]:
    text = _TEXT[language]
    names = [fan_name(id, language) for id, _ in score.fans]
    width = max([_columns(name) for name in names], default=0)
    lines = [
        f"  {_padded(name, width)}  {text['value'].format(value=value)}"
        for name, (_, value) in zip(names, score.fans, strict=True)
    ]
    sum_of_all = sum([value for _, value in score.fans])
    total = text["total" if score.fan == sum_of_all else "capped"]
    return [*lines, total.format(sum=sum_of_all, fan=score.fan, base=score.base)]


def _why(refusal: Refusal, language: Language) -> str:
    """The reason, and what belongs to it: the fans there are where they are too few, the suits mixed."""
    said = reason_text(refusal.reason, language)
    found = explain_refusal(refusal)
    text = _TEXT[language]
    more = [f"{fan_name(id, language)} {value}" for id, value in found.fans if value]
    more += [text[letter] for letter in found.suits]
    return said + text["aside"].format(more=text["comma"].join(more)) if more else said


def _payments(request: ScoreRequest, verdict: Verdict, language: Language) -> list[str]:
    text = _TEXT[language]
    if verdict.payments is None:
        return [text["no_payments"]]
    roles = {
        "winner": request.winner,
        "dealer": request.dealer,
        "discarder": request.discarder,
        "liable": verdict.liable,
    }
    names = []
    for seat in range(4):
        held = text["comma"].join([text[role] for role, who in roles.items() if who == seat])
        names.append(text["seat"].format(seat=seat) + (f" ({held})" if held else ""))
    width = max(map(_columns, names))
    return [f"{_padded(name, width)}  {gain:+}" for name, gain in zip(names, verdict.payments, strict=True)]


def _waits(hand: Hand, rules: Ruleset, language: Language) -> str:
    """The wait of thirteen tiles (4.7); in 爆头 (4.6) it would be a list of nearly all there are."""
    text = _TEXT[language]
    if is_baotou(hand, rules):
        tiles = text["any_wait"]
    else:
        tiles = " ".join([tile_name(tile, language) for tile in waits(hand, rules)])
    return text["waits"].format(tiles=tiles) if tiles else text["no_waits"]


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum([2 if east_asian_width(character) in "WF" else 1 for character in text])


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _columns(text))
