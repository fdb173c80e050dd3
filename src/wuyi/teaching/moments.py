"""Figures of tables: what a seat may do at a moment, and why not the rest."""

from typing import Final

import msgspec

from wuyi.engine.action import Action
from wuyi.engine.advice import current_waits
from wuyi.engine.event import Event
from wuyi.engine.legal import legal_actions
from wuyi.engine.reasons import explain_win_refusal, refusals
from wuyi.engine.view import tell, view
from wuyi.teaching.deals import Table
from wuyi.teaching.figures import Moment

_PLAIN: Final = frozenset({"not_complete", "not_enough_tiles", "no_such_run", "no_pung_to_extend"})
"""Reasons that the hand itself shows."""


def moment(table: Table, *then: Action) -> Moment:
    """The table as seat 0 knows it now. then: actions, whose events the example goes on to tell.

    What the hand cannot do by its tiles is not listed among the refused.
    """
    state = table.state
    seen = view(state, 0)
    figure = Moment(
        view=seen,
        waits=current_waits(seen),
        legal=legal_actions(state, 0),
        refused=tuple([refused for refused in refusals(state, 0) if refused.reason not in _PLAIN]),
        win_refused=explain_win_refusal(state, 0),
        then=(),
    )
    return msgspec.structs.replace(figure, then=_told(table, then)) if then else figure


def _told(table: Table, then: tuple[Action, ...]) -> tuple[Event, ...]:
    """What seat 0 is told as these actions are done."""
    events = [event for action in then for event in table.do(action)]
    return tuple([seen for event in events if (seen := tell(event, 0)) is not None])
