"""How a decision is weighed.

Candidates are thinned out in a first set of worlds. The best of the others is then tried against the taken
one in fresh worlds, which had no part in choosing it: so no loss is found merely because the best of several
uncertain numbers was looked for.
"""

from collections.abc import Sequence
from time import monotonic
from typing import Final, NamedTuple

from wuyi.bots.decision import Option
from wuyi.engine.action import Action
from wuyi.review.candidates import candidates
from wuyi.review.outcome import Trial
from wuyi.review.position import Decided, Position
from wuyi.review.tally import Estimate, Tally
from wuyi.review.why import why
from wuyi.review.words import Judged, Weighed

SHOWN: Final = 2.0
"""A loss is shown if it is greater than so many standard errors."""
_SHOWN_OF_ADVICE: Final = 4.0
"""And if it is greater than so many where the advising player would have done the same: it may know how to
go on better than the quick players do."""

_SCREENS: Final = (1, 2)
"""The blocks of worlds by which candidates are thinned out, and what share of the time that may take."""
_SCREEN_SHARE: Final = 0.4
_HOPELESS: Final = 2.5
"""So many standard errors behind the best a candidate is dropped."""
_AHEAD: Final = 1.0
"""So many ahead of all others the taken one needs no second trial: no loss would be found."""

_CONFIRM: Final = 2
"""Blocks of worlds at once in the second trial, and how many there are at most."""
_MOST_BLOCKS: Final = 24
_FRESH: Final = 1000
"""Where the numbers of its stages begin."""
_EARLIEST: Final = 64
"""It takes so many worlds before it is plain that more are not needed: in fewer, what is rare may not have
happened at all."""
_FEWEST: Final = 24
"""In fewer worlds than this no loss is shown; a standard error means little there."""
_SURE: Final = 0.5
"""Points. The second trial ends when the standard error is as small, when no loss of more than this is
likely, or when the difference is beyond so many standard errors."""
_CERTAIN: Final = 5.0


def weigh(decided: Decided, trial: Trial, budget: float) -> Judged | None:
    """What a decision was worth; None where there was nothing to weigh.

    budget: seconds, exceeded by no more than some blocks of worlds take.
    """
    found = candidates(decided.position, decided.taken)
    if found is None:
        return None
    start = monotonic()
    position, taken = decided.position, decided.taken
    first = Tally([option.action for option in found.options])
    rival = _screen(first, position, taken, trial, start + _SCREEN_SHARE * budget)
    second = Tally([taken])
    lead = first.lead(rival, taken)
    if lead.mean >= -_AHEAD * lead.error:
        second = _confirm(position, (taken, rival), trial, start + budget)
    verdict = _verdict(taken, rival, first, second)
    options = _options(found.options, verdict, (taken, rival), first, second)
    sure = _SHOWN_OF_ADVICE if taken == found.advised else SHOWN
    shown = verdict.worlds >= _FEWEST and verdict.loss.mean > sure * verdict.loss.error
    by_action = {option.action: option for option in options}
    return Judged(
        at=decided.at,
        taken=taken,
        best=verdict.best,
        advised=found.advised,
        options=options,
        loss=max(0.0, verdict.loss.mean),
        error=verdict.loss.error,
        shown=shown,
        why=why(position, by_action[verdict.best], by_action[taken]) if shown else None,
    )


class _Verdict(NamedTuple):
    """loss: by how much the rival leads the taken action; where that is the best, by nothing or less.
    worlds: in how many."""

    best: Action
    loss: Estimate
    worlds: int


def _screen(tally: Tally, position: Position, taken: Action, trial: Trial, until: float) -> Action:
    """Try the candidates in some worlds; the best of them but for the taken one."""
    alive = list(tally.outcomes)
    for stage, blocks in enumerate(_SCREENS):
        tally.add(alive, trial.play(position, alive, blocks * trial.block, stage))
        leader = max(alive, key=lambda action: tally.mean(action).mean)
        alive = [action for action in alive if action == taken or not _hopeless(tally.lead(leader, action))]
        if alive == [taken] or monotonic() > until:
            break
    rivals = [action for action in alive if action != taken] or [
        each for each in tally.outcomes if each != taken
    ]
    return max(rivals, key=lambda action: tally.lead(action, taken).mean)


def _hopeless(behind: Estimate) -> bool:
    return behind.mean > _HOPELESS * behind.error


def _confirm(position: Position, actions: Sequence[Action], trial: Trial, until: float) -> Tally:
    """Try two actions in fresh worlds until it is plain by how much one is better, or the time is up."""
    tally = Tally(actions)
    for stage in range(_MOST_BLOCKS // _CONFIRM):
        began = monotonic()
        tally.add(actions, trial.play(position, actions, _CONFIRM * trial.block, _FRESH + stage))
        lead = tally.lead(actions[1], actions[0])
        now = monotonic()
        enough = len(tally.outcomes[actions[0]]) >= _EARLIEST and _plain(lead)
        if enough or now + (now - began) > until:
            break
    return tally


def _plain(lead: Estimate) -> bool:
    """Whether more worlds would not change what is said."""
    return (
        lead.error <= _SURE
        or lead.mean + SHOWN * lead.error < _SURE
        or abs(lead.mean) > _CERTAIN * lead.error
    )


def _verdict(taken: Action, rival: Action, first: Tally, second: Tally) -> _Verdict:
    tried = second if rival in second.outcomes else first
    loss = tried.lead(rival, taken)
    return _Verdict(rival if loss.mean > 0 else taken, loss, len(tried.outcomes[rival]))


def _options(
    found: Sequence[Option], verdict: _Verdict, pair: tuple[Action, Action], first: Tally, second: Tally
) -> tuple[Weighed, ...]:
    """Each candidate, the best first; see `Weighed`."""

    def tally_of(action: Action) -> Tally:
        return second if action in pair and pair[1] in second.outcomes else first

    best = verdict.best
    top = tally_of(best).mean(best)
    weighed = []
    for option in found:
        action = option.action
        tally = tally_of(action)
        behind = tally.lead(best, action)
        outcomes = tally.outcomes[action]
        count = len(outcomes)
        weighed.append(
            Weighed(
                action=action,
                points=top.mean - max(0.0, behind.mean),
                error=tally.mean(action).error,
                worlds=count,
                behind=max(0.0, behind.mean),
                behind_error=behind.error,
                win=sum([points > 0 for points in outcomes]) / count,
                gain=sum([points for points in outcomes if points > 0]) / count,
                cost=-sum([points for points in outcomes if points < 0]) / count,
                target=option.target,
                lacking=option.lacking,
                useful=option.useful,
                left=option.left,
            )
        )
    return tuple(sorted(weighed, key=lambda each: (each.behind, each.action != best)))
