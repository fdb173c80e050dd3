"""The two judges agree: on the golden rows, and on hands by the thousand.

`wuyi.scoring.judge` is built for speed and `tests.oracle` for being plain; they share no code.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from tests import hands, oracle
from wuyi.hand.distance import distance
from wuyi.hand.hand import Hand
from wuyi.hand.meld import Meld
from wuyi.hand.wait import is_baotou, waits
from wuyi.rules import Ruleset
from wuyi.scoring.context import Winning
from wuyi.scoring.payment import payments, pays_all
from wuyi.scoring.reading import Group
from wuyi.scoring.score import Score, can_win, judge

GOLDEN = Path(__file__).parent / "golden" / "score.jsonl"
ROWS = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]

FAR = 3
"""Distances from here on are not told apart: the oracle tries every exchange of so many tiles less one."""

SIZES = {"single": 1, "pair": 2, "triplet": 3, "kong": 4}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["request"]["hand"])
def test_oracle_gives_the_golden_answer(row: dict[str, Any]) -> None:
    answer = oracle.answer(row["request"])
    assert {key: answer.get(key) for key in row["answer"]} == row["answer"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["request"]["hand"])
def test_judges_agree_on_golden_rows(row: dict[str, Any]) -> None:
    assert not list(differences(row["request"], Counter()))


SECTION_9: list[tuple[hands.Request, dict[str, int]]] = [
    ({"hand": "1112224466688m", "tile": "8m", "caishen": "1p"}, {"qingyise": 3, "pengpenghu": 2, "zimo": 1}),
    (
        {"hand": "123456789m2p777z", "tile": "5s", "caishen": "2p"},
        {"hunyise": 2, "yitiaolong": 2, "baotou": 2},
    ),
    ({"hand": "147m147p123456z4s", "tile": "7z", "caishen": "9s"}, {"dakao": 3, "qifeng": 1, "zimo": 1}),
    (
        {"hand": "113355m7799p22s1z", "tile": "1z", "caishen": "9s", "heavenly": True},
        {"duiduihu": 2, "tianhu": 3},
    ),
]

FOUR_RUNS_AND_A_CAISHEN = {"hand": "123345567p2s", "tile": "7z", "caishen": "2s", "melds": ["(1111z)"]}

SECTION_5_1: list[tuple[hands.Request, int]] = [
    ({}, 2),  # 暴头
    ({"after_kong": True}, 3),  # 杠爆
    ({"flown": 1}, 3),  # 财飘
    ({"flown": 2}, 4),  # 双飘
    ({"after_kong": True, "flown": 1}, 4),  # 杠飘
    ({"last_tile": True}, 3),  # 海底爆头
]


@pytest.mark.parametrize(("request_", "fans"), SECTION_9, ids=["6 fan", "6 fan in 爆头", "5 fan", "天胡"])
def test_worked_examples(request_: hands.Request, fans: dict[str, int]) -> None:
    answer = oracle.answer(request_)
    assert dict(answer["fans"]) == fans
    assert answer["base"] == 2 ** sum(fans.values())
    assert not list(differences(request_, Counter()))


@pytest.mark.parametrize(("circumstances", "fan"), SECTION_5_1)
def test_self_drawn_in_one_line(circumstances: hands.Request, fan: int) -> None:
    request = FOUR_RUNS_AND_A_CAISHEN | circumstances
    assert oracle.answer(request)["fan"] == 2 + fan  # 混一色 besides
    assert not list(differences(request, Counter()))


def differences(request: hands.Request, tally: Counter[str]) -> Iterator[str]:
    """What the two judges say otherwise than each other; `tally` counts what was seen."""
    question = oracle.question_of(request)
    verdict = oracle.judge(question)
    rules = Ruleset.of(request.get("rules", {}))
    melds = [Meld.parse(text, question.caishen) for text in request.get("melds", ())]
    hand = Hand(question.hand, melds, caishen=question.caishen)
    winning = Winning(
        way=request.get("way", "draw"),
        kongs=question.kongs,
        flown=question.flown,
        last_tile=question.last_tile,
        kong_discard=question.kong_discard,
        heavenly=question.heavenly,
        earthly=question.earthly,
    )
    said = judge(hand, question.tile, winning, rules)

    if said.waits != verdict.waits:
        yield f"waits {said.waits}, oracle {verdict.waits}"
    if can_win(hand, question.tile, winning, rules) != isinstance(said, Score):
        yield "can_win does not say what judge says"
    if isinstance(said, Score):
        tally["win"] += 1
        tally.update(fan for fan, _ in said.fans)
        if verdict.reason:
            yield f"wins with {said.fans}, oracle refuses: {verdict.reason}"
        elif sorted(said.fans) not in [sorted(fans) for fans in verdict.dearest]:
            yield f"fans {said.fans}, oracle {verdict.dearest}"
        else:
            yield from differences_of_score(request, said, verdict)
    else:
        tally[said.reason] += 1
        if said.reason != verdict.reason:
            yield f"refuses: {said.reason}, oracle: {verdict.reason or verdict.dearest}"

    if not question.heavenly and waits(hand, rules) != verdict.waits:
        yield f"waits() {waits(hand, rules)}, oracle {verdict.waits}"
    if is_baotou(hand, rules) != oracle.is_baotou(question):
        yield f"is_baotou {is_baotou(hand, rules)}"
    if min(distance(hand, rules), FAR) != oracle.distance(question, FAR):
        yield f"distance {distance(hand, rules)}, oracle {oracle.distance(question, FAR)}"


def differences_of_score(request: hands.Request, said: Score, verdict: oracle.Verdict) -> Iterator[str]:
    """What else there is to a win: the cap, the score (6.1) and who pays (6)."""
    cap = request.get("rules", {}).get("fan_cap")
    fan = verdict.worth if cap is None else min(verdict.worth, cap)
    if (said.fan, said.base) != (fan, 2**fan):
        yield f"fan {said.fan} and base {said.base}, oracle {fan}"
    gains = payments(
        said.base,
        winner=request.get("winner", 0),
        dealer=request.get("dealer", 0),
        discarder=request.get("discarder"),
        liable=request.get("liable") if pays_all(said.fans) else None,
    )
    question = oracle.question_of(request)
    for fault in [*faults_of_groups(question, said.groups), *faults_of_shape(said)]:
        yield f"groups {said.groups} for {said.fans}: {fault}"
    if list(gains) != oracle.payments(request, said.base, said.fans):
        yield f"payments {gains}, oracle {oracle.payments(request, said.base, said.fans)}"


def faults_of_groups(question: oracle.Question, groups: Sequence[Group]) -> Iterator[str]:
    """What is wrong with a settled hand: its tiles are those won with, and each stands for what it may."""
    laid = [tile for group in groups for tile in group.tiles]
    held = [*question.hand, question.tile, *(tile for meld in question.melds for tile in meld.tiles)]
    if sorted(laid) != sorted(map(oracle.name, held)):
        yield "not the tiles of the hand"
    turned = oracle.name(question.caishen)
    for group in groups:
        for tile, read in zip(group.tiles, group.reads, strict=True):
            if read != tile and tile != turned and (tile, read) != ("5z", turned):
                yield f"{tile} read as {read}"
        kinds = sorted(oracle.tiles_of("".join(group.reads)))
        if group.kind == "run":
            start = kinds[0]
            fits = kinds == [start, start + 1, start + 2] and start // 9 == (start + 2) // 9 < 3
        else:
            fits = len(set(kinds)) == 1 and len(kinds) == SIZES[group.kind]
        if not fits:
            yield f"no {group.kind}"


def faults_of_shape(score: Score) -> Iterator[str]:
    """Whether the groups show the pattern that the fans name."""
    fans = {fan for fan, _ in score.fans}
    shape = Counter(group.kind for group in score.groups)
    melds = shape["run"] + shape["triplet"] + shape["kong"]
    if fans & {"xiaokao", "dakao", "ziyise_luan"}:
        fits = shape["pair"] == 0 and shape["single"] + 3 * melds == 14
    elif "duiduihu" in fans or ("ziyise" in fans and melds == 0):
        fits = shape == {"pair": 7}
    else:
        fits = melds == 4 and shape["pair"] == 1 and shape["single"] == 0
    if not fits or (fans & {"pengpenghu", "ziyise"} and shape["run"]):
        yield f"{dict(shape)}"
    if "yitiaolong" in fans:
        starts = {min(group.reads) for group in score.groups if group.kind == "run"}
        if not any({f"1{suit}", f"4{suit}", f"7{suit}"} <= starts for suit in "mps"):
            yield "no 一条龙"


def compare(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """The tally of so many hands, and each difference with its request."""
    tally: Counter[str] = Counter()
    found = [
        f"{json.dumps(request)}: {difference}"
        for request in hands.requests(count, seed)
        for difference in differences(request, tally)
    ]
    return tally, found


def test_judges_agree() -> None:
    tally, found = compare(1_500, seed=20_260)
    assert not found
    assert tally["win"] > 300


@pytest.mark.long
def test_judges_agree_on_200_000_hands(capsys: pytest.CaptureFixture[str]) -> None:
    tally: Counter[str] = Counter()
    found: list[str] = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for seen, differing in pool.map(compare, [1_000] * 200, range(200)):
            tally += seen
            found += differing
    with capsys.disabled():
        print("\n" + "\n".join(f"{count:>7} {what}" for what, count in tally.most_common()))
    assert not found
