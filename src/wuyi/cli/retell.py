"""A review in words, in Chinese or English."""

from collections.abc import Iterator, Sequence
from typing import Final

from wuyi.cli.words import Language, tile_name
from wuyi.engine.action import Action, AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.event import Answered, Claimed, Discarded, Drawn, Event, Konged
from wuyi.engine.record import Record
from wuyi.hand.tile import TILES
from wuyi.review.words import FAN_CAP, Judged, Moment, Review, Weighed

_TEXT: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "head": "match {match}, hand {hand}, seat {seat} {name}: {accuracy}",
        "accuracy": "accuracy {accuracy:.0f} of 100",
        "nothing": "nothing to decide",
        "unseen": "seen too coarsely for an accuracy",
        "points": "  {points:+d} points{capped}",
        "sums": "  {points:+d} points{capped}: luck {luck:+.1f}, mistakes {lost}{deal}",
        "lost": "-{loss:.1f} (±{error:.1f}, {shown} of {weighed} decisions)",
        "lost_nothing": "none to be seen in {weighed} decisions",
        "capped": " (really {result:+d}; more than {cap} fan count as {cap})",
        "deal": "; the hand was worth {deal:+.1f} at its first decision",
        "loss": "  frame {at}: {taken}, about {points:.1f} points (±{error:.1f}) worse than {best}. "
        "{why}{way}",
        "find": "  frame {at}: {taken}, about {points:.1f} points (±{error:.1f}) better than what a computer "
        "player would do: {advised}",
        "luck": "  up to frame {at} ({event}): good luck, the hand is worth about {points:.1f} points "
        "(±{error:.1f}) more",
        "bad_luck": "  up to frame {at} ({event}): bad luck, the hand is worth about {points:.1f} points "
        "(±{error:.1f}) less",
        "more": "  besides: {losses}",
        "more_loss": "frame {at} {taken}, {points:.1f} (±{error:.1f}) worse than {best}",
        "by": "  {worlds} hands played to their end as the level {policy} plays",
        "coarse": "; coarsely, for want of the extra fast: pip install '.[fast]' in a clone",
        "total": "{hands} hands: {points:+d} points: luck {luck:+.1f}, mistakes -{loss:.1f} (±{error:.1f}); "
        "accuracy {accuracy}",
        "way": " ({target}: {lacking} short, {left} tiles help{other})",
        "other": "; yours: {lacking} short, {left} help",
        "dash": "-",
        "discard": "discard {tile}",
        "chow": "chow with {tiles}",
        "pung": "pung",
        "kong": "kong",
        "kong_of": "kong {tile}",
        "win": "win",
        "pass": "pass",
        "drawn": "drew {tile}",
        "other_drawn": "seat {seat} drew",
        "discarded": "seat {seat} discarded {tile}",
        "claimed": "claimed {tile}",
        "konged": "seat {seat} konged {tile}",
        "between": "; ",
        "suit_m": " in wan",
        "suit_p": " in tong",
        "suit_s": " in tiao",
    },
    "zh": {
        "head": "{match} 第 {hand} 局，座{seat} {name}：{accuracy}",
        "accuracy": "准度 {accuracy:.0f}（满分 100）",
        "nothing": "没有要选的",
        "unseen": "看得太粗，不评准度",
        "points": "  这一局 {points:+d} 分{capped}",
        "sums": "  这一局 {points:+d} 分{capped}：手气 {luck:+.1f}，{lost}{deal}",
        "lost": "失误 -{loss:.1f}（±{error:.1f}，{weighed} 次选择里有 {shown} 次）",
        "lost_nothing": "{weighed} 次选择里看不出失误",
        "capped": "（实得 {result:+d}，超过 {cap} 番按 {cap} 番算）",
        "deal": "；起手估值 {deal:+.1f} 分",
        "loss": "  第 {at} 步{taken}，不如{best}，亏了约 {points:.1f} 分（±{error:.1f}）。{why}{way}",
        "find": "  第 {at} 步{taken}，比电脑想的{advised}还多约 {points:.1f} 分（±{error:.1f}）",
        "luck": "  上一手到第 {at} 步（{event}）：手气来了，这手牌多值约 {points:.1f} 分（±{error:.1f}）",
        "bad_luck": "  上一手到第 {at} 步（{event}）：手气走了，这手牌少值约 {points:.1f} 分（±{error:.1f}）",
        "more": "  另有：{losses}",
        "more_loss": "第 {at} 步{taken}，不如{best}，亏约 {points:.1f} 分（±{error:.1f}）",
        "by": "  推演了 {worlds} 副牌，都照{policy}的打法打完",
        "coarse": "；没有装 fast，看得较粗：在项目文件夹里运行 pip install '.[fast]'",
        "total": "共 {hands} 局 {points:+d} 分：手气 {luck:+.1f}，失误 -{loss:.1f}（±{error:.1f}）；"
        "准度 {accuracy}",
        "way": "（往{target}：差 {lacking} 张，有用的牌 {left} 张{other}）",
        "other": "；你的差 {lacking} 张，有用的 {left} 张",
        "dash": "－",
        "discard": "打{tile}",
        "chow": "用{tiles}吃",
        "pung": "碰",
        "kong": "杠",
        "kong_of": "杠{tile}",
        "win": "胡",
        "pass": "不要",
        "drawn": "摸到{tile}",
        "other_drawn": "座{seat} 摸牌",
        "discarded": "座{seat} 打出{tile}",
        "claimed": "要了{tile}",
        "konged": "座{seat} 杠{tile}",
        "between": "；",
        "suit_m": "万子",
        "suit_p": "筒子",
        "suit_s": "条子",
    },
}

_WHY: Final[dict[str, tuple[str, str]]] = {
    "win": ("能胡就胡", "It wins"),
    "go_on": ("不急着胡，等更大的", "A dearer win was worth waiting for"),
    "fly": ("飘：打出财神还是爆头", "Flying: a caishen goes, and any tile still wins"),
    "baotou": ("那样就是爆头，摸什么都胡", "Then any tile drawn wins"),
    "wait": ("那样就听牌了", "It leaves the hand waiting"),
    "nearer": ("那样离胡牌更近", "It is nearer to a win"),
    "wider": ("一样近，有用的牌更多", "It is as near, and more tiles help"),
    "let_go": ("不要更好，留着手牌更有希望", "The hand promised more without it"),
    "kong": ("杠了更好", "The kong pays"),
    "oftener": ("那样胡的机会更多", "It wins more often"),
    "dearer": ("那样胡得更大", "It wins dearer hands"),
    "safer": ("那样别人胡时少赔", "It pays others less"),
}

_BY_WAY: Final = ("wait", "nearer", "wider")
"""Reasons that lie in how near to a win a hand is."""

_POLICIES: Final[dict[str, tuple[str, str]]] = {
    "value": ("高手", '"value"'),
    "nearest": ("只求快胡", "of going straight for the nearest win"),
}

_TARGETS: Final[dict[str, tuple[str, str]]] = {
    "half_flush": ("混一色", "half flush"),
    "full_flush": ("清一色", "full flush"),
    "triplets": ("碰碰胡", "all triplets"),
    "regular": ("四副一对", "four melds and a pair"),
    "all_honours": ("字一色", "all honours"),
    "pairs": ("七对", "seven pairs"),
    "natural_pairs": ("不带财神的七对", "seven pairs without a caishen"),
    "unconnected": ("十三不靠", "thirteen unconnected"),
    "one_third": ("大靠", "great unconnected"),
}
"""By the name of a target without its suit (`wuyi.bots.targets`)."""


def retell(review: Review, record: Record, language: Language) -> Iterator[str]:
    """The lines that tell it: how it went in all, the moments, and what else was lost."""
    return _Teller(review, record, language).tell()


def total(reviews: Sequence[Review], language: Language) -> str:
    """The line that sums up several."""
    weighed = [review for review in reviews if review.accuracy is not None]
    decisions = sum([len(review.decisions) for review in weighed])
    kept = sum([(review.accuracy or 0.0) * len(review.decisions) for review in weighed])
    return _TEXT[language]["total"].format(
        hands=len(reviews),
        points=sum([review.points for review in reviews]),
        luck=sum([review.luck for review in reviews]),
        loss=sum([review.loss for review in reviews]),
        error=sum([review.error**2 for review in reviews]) ** 0.5,
        accuracy=f"{kept / decisions:.0f}" if decisions else "-",
    )


class _Teller:
    """Tells one review."""

    def __init__(self, review: Review, record: Record, language: Language) -> None:
        self._review = review
        self._record = record
        self._language: Language = language
        self._text = _TEXT[language]
        self._frames = [record.start, *[each for each in record.events if not isinstance(each, Answered)]]

    def tell(self) -> Iterator[str]:
        review = self._review
        yield self._text["head"].format(
            match=review.match,
            hand=review.hand,
            seat=review.seat,
            name=self._record.seats[review.seat],
            accuracy=self._accuracy(),
        )
        yield self._sums()
        for moment in review.moments:
            yield self._moment(moment)
        told = {moment.decision for moment in review.moments if moment.kind == "loss"}
        more = [each for at, each in enumerate(review.decisions) if each.shown and at not in told]
        if more:
            yield self._text["more"].format(losses=self._text["between"].join(map(self._briefly, more)))
        if review.decisions:
            by = self._text["by"].format(worlds=f"{review.worlds:,}", policy=self._policy())
            yield by + (self._text["coarse"] if review.engine == "plain" else "")

    def _accuracy(self) -> str:
        review = self._review
        if review.accuracy is None:
            return self._text["unseen" if review.decisions else "nothing"]
        return self._text["accuracy"].format(accuracy=review.accuracy)

    def _policy(self) -> str:
        said = _POLICIES.get(self._review.policy)
        return said[self._language == "en"] if said else self._review.policy

    def _sums(self) -> str:
        review, text = self._review, self._text
        same = review.result == review.points
        capped = "" if same else text["capped"].format(result=review.result, cap=FAN_CAP)
        if not review.decisions:
            return text["points"].format(points=review.points, capped=capped)
        shown = sum([each.shown for each in review.decisions])
        lost = text["lost" if shown else "lost_nothing"].format(
            loss=review.loss, error=review.error, shown=shown, weighed=len(review.decisions)
        )
        return text["sums"].format(
            points=review.points,
            capped=capped,
            luck=review.luck,
            lost=lost,
            deal="" if review.deal is None else text["deal"].format(deal=review.deal),
        )

    def _moment(self, moment: Moment) -> str:
        judged = self._review.decisions[moment.decision]
        if moment.kind == "loss":
            return self._loss(judged)
        if moment.kind == "find":
            return self._text["find"].format(
                at=moment.at,
                taken=self._action(judged.taken),
                advised=self._action(judged.advised),
                points=moment.points,
                error=moment.error,
            )
        return self._text["luck" if moment.points > 0 else "bad_luck"].format(
            at=moment.at,
            event=self._event(self._frames[moment.at]),
            points=abs(moment.points),
            error=moment.error,
        )

    def _loss(self, judged: Judged) -> str:
        taken = next(option for option in judged.options if option.action == judged.taken)
        why = _WHY[judged.why][self._language == "en"] if judged.why else ""
        return self._text["loss"].format(
            at=judged.at,
            taken=self._action(judged.taken),
            best=self._action(judged.best),
            points=judged.loss,
            error=judged.error,
            why=why,
            way=self._way(judged.options[0], taken, judged.why),
        )

    def _briefly(self, judged: Judged) -> str:
        return self._text["more_loss"].format(
            at=judged.at,
            taken=self._action(judged.taken),
            best=self._action(judged.best),
            points=judged.loss,
            error=judged.error,
        )

    def _way(self, best: Weighed, taken: Weighed, why: str | None) -> str:
        """Where the best option leads, and how the taken one compares unless it won; if that is why."""
        if best.target is None or why not in _BY_WAY:
            return ""
        other = self._text["other"].format(lacking=taken.lacking, left=taken.left) if taken.lacking else ""
        return self._text["way"].format(
            target=self._target(best.target),
            lacking=best.lacking,
            left=best.left,
            other=other,
        )

    def _target(self, name: str) -> str:
        kind, _, suit = name.rpartition("_") if name[-2:] in ("_m", "_p", "_s") else (name, "", "")
        said = _TARGETS[kind][self._language == "en"]
        if not suit:
            return said
        of_suit = self._text[f"suit_{suit}"]
        return said + of_suit if self._language == "en" else of_suit + said

    def _tile(self, text: str) -> str:
        return tile_name(TILES[text], self._language)

    def _action(self, action: Action) -> str:
        text = self._text
        match action:
            case Discard():
                return text["discard"].format(tile=self._tile(action.tile))
            case Chow():
                tiles = (" " if self._language == "en" else "").join(map(self._tile, action.tiles))
                return text["chow"].format(tiles=tiles)
            case Pung():
                return text["pung"]
            case Kong():
                return text["kong"]
            case ConcealedKong() | AddedKong():
                return text["kong_of"].format(tile=self._tile(action.tile))
            case Win():
                return text["win"]
            case Pass():
                return text["pass"]

    def _event(self, event: Event) -> str:
        """What happened in a frame, as the seat saw it."""
        text = self._text
        match event:
            case Drawn() if event.seat == self._review.seat:
                return text["drawn"].format(tile=self._tile(event.tile))
            case Drawn():
                return text["other_drawn"].format(seat=event.seat)
            case Discarded():
                return text["discarded"].format(seat=event.seat, tile=self._tile(event.tile))
            case Claimed():
                return text["claimed"].format(tile=self._tile(event.tile))
            case Konged():
                return text["konged"].format(seat=event.seat, tile=self._tile(event.meld[1] + event.meld[-2]))
            case _:
                return text["dash"]
