"""From a claim to its meld, and from a win to its settlement."""

from wuyi.engine.action import Action, Chow, Kong, Seat
from wuyi.engine.event import Scores, Won
from wuyi.engine.legal import winning_context
from wuyi.engine.state import State
from wuyi.hand.meld import Meld
from wuyi.hand.tile import NAMES, TILES
from wuyi.scoring.payment import fed_enough, payments, pays_all
from wuyi.scoring.score import Refusal, judge


def claim_meld(state: State, claim: Action) -> str:
    """The meld that a chow, pung or kong of the tile on the table makes, in notation."""
    assert state.tile is not None
    text = NAMES[state.tile]
    if not isinstance(claim, Chow):
        return f"[{text[0] * (4 if isinstance(claim, Kong) else 3)}{text[1]}]"
    own = [TILES[each] for each in claim.tiles]
    return str(Meld.chow([*own, state.tile], state.caishen))


def won(state: State, seat: Seat) -> Won:
    """The settlement of `seat`'s win now (5, 6)."""
    tile = state.drawn if state.phase == "turn" else state.tile
    assert tile is not None
    hand = state.hands[seat]
    winning = winning_context(state, seat)
    score = judge(hand, tile, winning, state.rules)
    if isinstance(score, Refusal):
        raise AssertionError(f"a win that legality offered is refused: {score.reason}")
    source = None if winning.way == "draw" else state.turn
    liable = fed_enough(state.feeds[seat]) if pays_all(score.fans) else None
    gains = payments(score.base, winner=seat, dealer=state.dealer, discarder=source, liable=liable)
    return Won(
        seat=seat,
        way=winning.way,
        tile=NAMES[tile],
        source=source,
        tiles=tuple([NAMES[each] for each in hand.tiles()]),
        melds=tuple([str(meld) for meld in hand.melds]),
        groups=score.groups,
        fans=score.fans,
        fan=score.fan,
        base=score.base,
        liable=liable,
        payments=gains,
        scores=_add(state.scores, gains),
    )


def _add(before: Scores, gains: Scores) -> Scores:
    a, b, c, d = (x + y for x, y in zip(before, gains, strict=True))
    return a, b, c, d
