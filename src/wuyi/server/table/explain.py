"""The answer to a seat that wants its own hand explained, or why it may not do what it would like to."""

from wuyi.bots.hints import advise
from wuyi.engine.action import Seat
from wuyi.engine.explain import outlooks, priced_waits
from wuyi.engine.legal import legal_actions
from wuyi.engine.reasons import refusals
from wuyi.engine.view import view
from wuyi.server.protocol import Explained
from wuyi.server.refusal import Refusal
from wuyi.server.table.sitting import Sitting


def explained(sitting: Sitting, seat: Seat, discard: str | None, seq: int) -> Explained:
    """What `seat`, told of `seq` events, may know by thinking: it follows from its view and own hand alone.

    Raises `Refusal` between hands, and for a `discard` it does not hold.
    """
    state = sitting.state
    if state.over:
        raise Refusal("hand_over", "the hand is over")
    seen = view(state, seat)
    try:
        waits = priced_waits(seen, discard)
    except ValueError as error:
        raise Refusal("not_in_hand", str(error)) from None
    if discard is not None:
        return Explained(seq, discard, waits, (), (), None)
    legal = () if seat in sitting.auto else legal_actions(state, seat)
    advice = advise(seen, legal) if legal and sitting.header.advises else None
    return Explained(seq, None, waits, outlooks(seen, legal), refusals(state, seat), advice)
