"""Every rare event of the rules, reached through a wall made for it."""

import pytest

from tests.walls import Table, wall
from wuyi.engine.action import AddedKong, Chow, ConcealedKong, Discard, Kong, Pass, Pung, Win
from wuyi.engine.apply import apply
from wuyi.engine.event import Answered, Claimed, Drawn, Exhausted, Konged, Won
from wuyi.engine.legal import acting
from wuyi.engine.reasons import win_refusal
from wuyi.errors import IllegalAction

# 123m 456m 789m 11z and a lone 2z: waits on 2z alone, half flush and straight.
SINGLE_2Z = "123456789m111z2z"
# Four melds of characters and honours beside the lone caishen 9s.
BAOTOU = "123456789m111z9s"


def result(table: Table) -> Won:
    won = table.state.result
    assert isinstance(won, Won)
    return won


def fans(table: Table) -> dict[str, int]:
    return dict(result(table).fans)


def test_tianhu_dealt_fourteen_win() -> None:
    """天胡: 5, 5.4."""
    table = Table(wall(turned="9s", hands={0: SINGLE_2Z}, draws="2z"))
    assert Win(0) in table.legal(0)
    table.do(Win(0))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "tianhu": 3}
    assert result(table).payments == (768, -256, -256, -256)


def test_no_tianhu_after_a_kong() -> None:
    """天胡 is of the dealt fourteen; after a kong it is 杠开."""
    table = Table(
        wall(turned="9s", hands={0: "111z123456789m2z"}, draws="1z", tail="2z"),
    )
    table.do(ConcealedKong(0, "1z"), Win(0))
    assert "tianhu" not in fans(table)
    assert fans(table)["gangkai"] == 2


@pytest.mark.parametrize("winner", [1, 2, 3])
def test_dihu_on_the_dealers_first_discard(winner: int) -> None:
    """地胡: 5."""
    table = Table(wall(turned="9s", hands={winner: SINGLE_2Z}, draws="2z"))
    table.do(Discard(0, "2z"), Win(winner))
    assert fans(table)["dihu"] == 2
    assert result(table).source == 0


def test_no_dihu_on_a_later_discard() -> None:
    table = Table(wall(turned="9s", hands={2: SINGLE_2Z}, draws="9p2z"))
    table.throw()
    table.do(Discard(1, "2z"), Win(2))
    assert "dihu" not in fans(table)


def about_to_add_2m() -> Table:
    """Seat 1 has punged 2m from the dealer and drawn the fourth; seat 3 waits on it."""
    table = Table(
        wall(
            turned="9s",
            hands={1: "22m4456679p5s6s7s", 3: "13456789m11122z"},
            draws="2m1p1p1p2m",
            tail="7z",
        )
    )
    table.do(Discard(0, "2m"), Pass(3), Pung(1))
    table.throw("9p")
    table.go_to(1)
    return table


def test_lagang_robs_the_added_kong() -> None:
    """拉杠: 3.5; the pung stays a pung."""
    table = about_to_add_2m()
    assert table.do(AddedKong(1, "2m")) == [Konged(1, "[2222m]")]
    assert acting(table.state) == [3]
    assert table.legal(3) == (Win(3), Pass(3))
    table.do(Win(3))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "lagang": 2, "duting": 1}
    assert (result(table).way, result(table).source) == ("rob", 1)
    assert [meld.meld for meld in table.state.melds[1]] == ["[222m]"]


def test_an_added_kong_that_nobody_robs_grows() -> None:
    table = about_to_add_2m()
    table.do(AddedKong(1, "2m"))
    assert table.do(Pass(3)) == [Answered(3, Pass(3)), Drawn(1, "7z", replacement=True)]
    assert [meld.meld for meld in table.state.melds[1]] == ["[2222m]"]
    assert table.state.feeds[1] == [1, 0, 0, 0], "a pung grown to a kong counts once (6.5)"


def test_a_concealed_kong_cannot_be_robbed() -> None:
    table = Table(
        wall(turned="9s", hands={0: "222m4456679p5s6s7s", 3: "13456789m11122z"}, draws="2m", tail="7z")
    )
    events = table.do(ConcealedKong(0, "2m"))
    assert events == [Konged(0, "(2222m)"), Drawn(0, "7z", replacement=True)]


def test_gangchong_the_replacement_discarded_straight_away() -> None:
    """杠冲: 5."""
    table = Table(wall(turned="9s", hands={0: "111p4456679p5s6s7s", 2: SINGLE_2Z}, draws="1p", tail="2z"))
    table.do(ConcealedKong(0, "1p"), Discard(0, "2z"), Win(2))
    assert fans(table)["gangchong"] == 2
    assert result(table).source == 0


def test_no_gangchong_for_another_tile() -> None:
    table = Table(wall(turned="9s", hands={0: "111p4456679p5s6s2z", 2: SINGLE_2Z}, draws="1p", tail="3p"))
    table.do(ConcealedKong(0, "1p"), Discard(0, "2z"), Win(2))
    assert "gangchong" not in fans(table)


def test_gangkai_on_the_replacement() -> None:
    """杠开 ×4 of the base (9)."""
    table = Table(wall(turned="9s", hands={1: "12345689m11122z"}, draws="5p1z", tail="7m"))
    table.throw()
    table.do(ConcealedKong(1, "1z"), Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "gangkai": 2, "duting": 1}


def test_gangbao() -> None:
    """杠爆: 杠开 in 爆头, ×8 of the base (9)."""
    table = Table(wall(turned="9s", hands={1: BAOTOU}, draws="5p1z", tail="5p"))
    table.throw()
    table.do(ConcealedKong(1, "1z"), Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "gangbao": 3}
    assert result(table).base == 128


def test_caipiao_and_its_end() -> None:
    """财飘: 5.3; any other own discard ends the chain."""
    table = Table(wall(turned="9s", hands={1: BAOTOU}, draws="5p9s6p6p6p7p"))
    table.throw()
    table.throw("9s")
    assert table.state.flown[1] == 1
    table.go_to(1)
    table.do(Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "baotou": 2, "caipiao": 1}

    table = Table(wall(turned="9s", hands={1: BAOTOU}, draws="5p9s6p6p6p7p8p8p8p8p"))
    table.throw()
    table.throw("9s")
    table.go_to(1)
    table.throw()
    assert table.state.flown[1] == 0
    table.go_to(1)
    table.do(Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "baotou": 2}


def test_shuangpiao() -> None:
    """双飘: 1 + 1 + 2 = 4."""
    table = Table(wall(turned="9s", hands={1: BAOTOU}, draws="5p9s6p6p6p9s7p7p7p7p"))
    table.throw()
    table.throw("9s")
    table.go_to(1)
    table.throw("9s")
    assert table.state.flown[1] == 2
    table.go_to(1)
    table.do(Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "baotou": 2, "caipiao": 2}


def test_gangpiao() -> None:
    """杠飘: the kong before the 飘 counts too: 1 + 1 + 1 + 1 = 4."""
    table = Table(wall(turned="9s", hands={1: BAOTOU}, draws="5p1z6p6p6p7p", tail="9s"))
    table.throw()
    table.do(ConcealedKong(1, "1z"))
    table.throw("9s")
    assert (table.state.kongs[1], table.state.flown[1]) == (1, 1)
    table.go_to(1)
    table.do(Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "gangbao": 3, "caipiao": 1}


def test_haidilao_without_a_kong() -> None:
    """海底捞: the lower tile of the third stack from the tail (1.5, 1.6)."""
    probe = Table(wall(turned="9s"))
    probe.go_to_last()
    drawer = probe.state.turn
    table = Table(wall(turned="9s", hands={drawer: SINGLE_2Z}, sea="2z", seed=3))
    table.go_to_last()
    assert table.state.turn == drawer
    assert table.state.remaining == 0
    assert table.legal(drawer) == (Win(drawer), Pass(drawer))
    assert win_refusal(table.state, drawer) is None
    table.do(Win(drawer))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "haidilao": 2, "duting": 1, "dandiao": 1}


def test_haidilao_with_a_kong_moves_with_the_tail() -> None:
    """1.7: a replacement moves the four standing tiles; the 海底 is then the tile before."""
    probe = Table(wall(turned="9s", hands={0: "1111p"}, draws="2p"))
    before = probe.state.remaining
    probe.do(ConcealedKong(0, "1p"))
    assert probe.state.remaining == before - 1
    probe.go_to_last()
    assert probe.state.front - 1 == 130
    drawer = probe.state.turn
    assert drawer != 0
    table = Table(wall(turned="9s", hands={0: "1111p", drawer: SINGLE_2Z}, draws="2p", sea="2z", sea_at=130))
    table.do(ConcealedKong(0, "1p"))
    table.go_to_last()
    table.do(Win(drawer))
    assert fans(table)["haidilao"] == 2


def test_the_last_tile_let_go_is_huangzhuang() -> None:
    probe = Table(wall(turned="9s"))
    probe.go_to_last()
    drawer = probe.state.turn
    table = Table(wall(turned="9s", hands={drawer: SINGLE_2Z}, sea="2z", seed=3))
    table.go_to_last()
    with pytest.raises(IllegalAction, match="last_tile"):
        table.do(Discard(drawer, "2z"))
    table.do(Pass(drawer))
    assert table.state.result == Exhausted((0, 0, 0, 0))


def test_huangzhuang() -> None:
    """黄庄: the 海底 wins nothing, the hand ends by itself (1.6)."""
    table = Table(wall(turned="9s"))
    while not table.state.over:
        table.throw()
    assert table.events[-1] == Exhausted((0, 0, 0, 0))
    assert table.state.remaining == 0


def test_the_last_tile_by_replacement() -> None:
    """1.7: a replacement that is the last drawable tile is the 海底 too."""
    probe = Table(wall(turned="9s"))
    while probe.state.remaining > 1:
        probe.throw()
    seat = probe.state.turn
    table = Table(wall(turned="9s", hands={seat: "1111z12345678m2z"}, sea="2z", sea_at=130, tail="9m"))
    while table.state.remaining > 1:
        table.throw()
    assert table.state.turn == seat
    table.do(ConcealedKong(seat, "1z"))
    assert (table.state.remaining, table.state.last, table.state.replacement) == (0, True, True)
    assert table.legal(seat) == (Win(seat), Pass(seat))
    table.do(Win(seat))
    # 1 (drawn) + 1 (kong) + 1 (海底), 5.1
    assert sum(value for fan, value in result(table).fans if fan in ("gangkai", "haidilao")) == 3


def test_no_kong_on_the_last_tile() -> None:
    """1.6, 1.7: with no tile left to draw no kong may be declared."""
    probe = Table(wall(turned="9s"))
    probe.go_to_last()
    seat = probe.state.turn
    table = Table(wall(turned="9s", hands={seat: "1111z9s23456789m"}, sea="1m"))
    table.go_to_last()
    with pytest.raises(IllegalAction, match="no_tile_left_for_kong"):
        table.do(ConcealedKong(seat, "1z"))


def test_caishen_cannot_be_claimed_and_locks_discards() -> None:
    """2.4, 2.5."""
    table = Table(wall(turned="9s", hands={0: "9s", 1: "78s", 2: SINGLE_2Z, 3: "9s22z"}, draws="1p2z"))
    events = table.do(Discard(0, "9s"))
    assert isinstance(events[-1], Drawn), "nobody is asked about a caishen"
    table.do(Discard(1, "2z"))
    assert Win(2) not in table.legal(2)
    assert win_refusal(table.state, 2) == "caishen_lock"


def test_lock_allows_chow_pung_and_kong() -> None:
    """2.5: 当圈不能出冲，但能吃，碰，杠."""
    start = wall(turned="9s", hands={0: "9s", 2: "13m", 3: "222z", 1: "55p"}, draws="1p2m2z5p")
    table = Table(start)
    table.throw("9s")
    table.do(Discard(1, "2m"))
    assert Chow(2, ("1m", "3m")) in table.legal(2)
    table = Table(start)
    table.throw("9s")
    table.throw()
    table.do(Discard(2, "2z"))
    assert {Pung(3), Kong(3)} <= set(table.legal(3))


def test_lock_ends_with_the_next_turn_of_who_threw_it() -> None:
    table = Table(wall(turned="9s", hands={1: "9s", 3: SINGLE_2Z}, draws="1p1p1p3p3p8p2z"))
    table.throw()
    table.throw("9s")
    for seat in (2, 3, 0):
        assert table.state.locks[1]
        assert table.state.turn == seat
        table.throw()
    assert table.state.turn == 1
    assert not table.state.locks[1]
    table.throw()
    table.do(Discard(2, "2z"), Win(3))


def test_lock_ends_with_a_claim_of_who_threw_it() -> None:
    table = Table(wall(turned="9s", hands={1: "9s55p", 2: SINGLE_2Z}, draws="1p1p5p2z"))
    table.throw()
    table.throw("9s")
    table.do(Discard(2, "5p"), Pung(1))
    assert not any(table.state.locks)


def test_locks_overlap() -> None:
    table = Table(wall(turned="9s", hands={0: "9s", 1: "9s"}, draws="1p1p1p1p2p"))
    table.throw("9s")
    table.throw("9s")
    assert table.state.locks == [True, True, False, False]
    table.go_to(0)
    assert table.state.locks == [False, True, False, False]


def test_lock_bars_robbing() -> None:
    table = Table(
        wall(turned="9s", hands={1: "22m4456679p5s6s7s", 3: "13456789m11122z", 0: "9s"}, draws="2m1p1p1p2m")
    )
    table.do(Discard(0, "2m"))
    table.do(Pass(3), Pung(1))
    table.throw("9p")
    table.go_to(0)
    table.throw("9s")
    assert table.state.turn == 1
    events = table.do(AddedKong(1, "2m"))
    assert isinstance(events[-1], Drawn), "nobody may rob while the lock stands"


def claimed_thrice(rest: str, *draws: str) -> Table:
    """Seat 1 has chowed 3m, 6m and 9m of the dealer and is left with the four tiles of `rest`."""
    table = Table(
        wall(
            turned="9s",
            hands={1: f"124578m{rest}345p", 0: "3m6m9m2z"},
            draws="1z" + "4z4z6z" + "6z7z7z" + "".join(draws),
            seed=5,
        )
    )
    for low, tile, thrown in (("1m", "3m", "3p"), ("4m", "6m", "4p"), ("7m", "9m", "5p")):
        table.go_to(0)
        middle = f"{int(low[0]) + 1}m"
        table.do(Discard(0, tile), Chow(1, (low, middle)))
        table.throw(thrown)
    assert table.state.feeds[1] == [3, 0, 0, 0]
    return table


def test_chengbao_on_self_draw() -> None:
    """承包 6.5: fed three times, and 清一色: the dealer pays the whole sum alone."""
    table = claimed_thrice("7811m", "7z", "4z", "6z", "6m")
    table.go_to(1)
    table.do(Win(1))
    assert fans(table) == {"qingyise": 3, "yitiaolong": 2, "zimo": 1}
    assert result(table).liable == 0
    assert result(table).payments == (-256, 256, 0, 0)


def test_chengbao_on_anothers_discard() -> None:
    """6.5: the seat that fed pays all even where another discarded."""
    table = claimed_thrice("9913m", "2m")
    table.do(Discard(2, "2m"), Win(1))
    assert fans(table) == {"qingyise": 3, "yitiaolong": 2, "duting": 1}
    assert result(table).payments == (-320, 320, 0, 0)


def test_no_chengbao_for_a_half_flush() -> None:
    table = claimed_thrice("11z13m", "2m")
    table.do(Discard(2, "2m"), Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "duting": 1}
    assert result(table).liable is None
    assert result(table).payments == (-64, 160, -64, -32)


def test_two_winners_at_once_the_first_anticlockwise_wins() -> None:
    """3.2."""
    table = Table(wall(turned="9s", hands={1: SINGLE_2Z, 3: "123456789p333z2z"}, draws="9p9p2z"))
    table.throw()
    table.throw()
    table.do(Discard(2, "2z"))
    assert sorted(acting(table.state)) == [1, 3]
    table.do(Win(1))
    assert not table.state.over, "seat 3 is nearer and has not answered"
    table.do(Win(3))
    assert result(table).seat == 3

    table = Table(wall(turned="9s", hands={1: SINGLE_2Z, 3: "123456789p333z2z"}, draws="9p9p2z"))
    table.throw()
    table.throw()
    table.do(Discard(2, "2z"), Pass(3), Win(1))
    assert result(table).seat == 1


def test_a_win_beats_a_pung_and_a_pung_a_chow() -> None:
    """3.2; a claim that nobody can beat does not wait for the others."""
    table = Table(wall(turned="9s", hands={1: "13m", 2: "22m", 3: "13456789m11122z"}, draws="2m"))
    table.do(Discard(0, "2m"))
    assert acting(table.state) == [1, 2, 3]
    table.do(Chow(1, ("1m", "3m")), Pung(2))
    assert table.state.phase == "claim"
    events = table.do(Pass(3))
    assert events[-1] == Claimed(2, 0, "2m", "[222m]")
    with pytest.raises(IllegalAction, match="not_your_turn"):
        table.do(Win(3))


def test_white_turned_is_plain_caishen() -> None:
    """2.3: if 白 itself is turned, the other three are caishen and stand for nothing else."""
    table = Table(wall(turned="5z", hands={1: "123456789m111z5z", 2: "46m"}, draws="5z"))
    events = table.do(Discard(0, "5z"))
    assert isinstance(events[-1], Drawn), "a caishen cannot be claimed"
    table.do(Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "baotou": 2}


def test_honour_turned_white_stands_for_it_or_itself_and_never_chows() -> None:
    """2.3 with an honour turned."""
    table = Table(wall(turned="1z", hands={1: "46m5z"}, draws="5z"))
    events = table.do(Discard(0, "5z"))
    assert isinstance(events[-1], Drawn), "nobody is asked"
    table = Table(wall(turned="1z", hands={1: "123456789m55z22z"}, draws="9p5z"))
    table.throw()
    table.do(Win(1))
    assert fans(table) == {"hunyise": 2, "yitiaolong": 2, "zimo": 1}


def test_white_chows_in_the_turned_tiles_place() -> None:
    """2.3: 5m turned: 4m 白 6m is a run, whichever of them is discarded."""
    table = Table(wall(turned="5m", hands={1: "46m"}, draws="5z"))
    table.do(Discard(0, "5z"))
    events = table.do(Chow(1, ("4m", "6m")))
    assert events[-1] == Claimed(1, 0, "5z", "[46m5z]")
    assert table.state.hands[1].melds[0].start == 3
    table = Table(wall(turned="5m", hands={1: "5z6m"}, draws="4m"))
    table.do(Discard(0, "4m"))
    assert Chow(1, ("5z", "6m")) in table.legal(1)
    assert Chow(1, ("6m", "5z")) not in table.legal(1)


def test_an_exposed_kong_brings_a_replacement_and_counts_for_chengbao() -> None:
    """3.2, 6.5."""
    table = Table(wall(turned="9s", hands={2: "111p"}, draws="1p", tail="9p"))
    table.do(Discard(0, "1p"))
    events = table.do(Kong(2))
    assert events[1:] == [Claimed(2, 0, "1p", "[1111p]"), Drawn(2, "9p", replacement=True)]
    assert table.state.feeds[2] == [1, 0, 0, 0]


def test_no_kong_or_win_right_after_a_claim() -> None:
    """3.3, 3.4: but any tile may be discarded, the claimed kind too."""
    table = Table(wall(turned="9s", hands={1: "222m1111p3m"}, draws="2m"))
    table.do(Discard(0, "2m"), Pung(1))
    assert {type(action) for action in table.legal(1)} == {Discard}
    assert Discard(1, "2m") in table.legal(1)
    for action in (ConcealedKong(1, "1p"), Win(1)):
        with pytest.raises(IllegalAction, match="must_discard"):
            apply(table.state, action)
