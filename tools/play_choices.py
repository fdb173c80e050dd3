"""Decisions played out: whether what the adviser holds for best is, and by how much (docs/drills.md).

All alternatives meet the same worlds. They are tried until each is either plainly worse than the adviser's
action or plainly as good; what is decided is tried no more. The worlds had no part in choosing the action, so
that nothing looks better than it is for having been picked as the best of many.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple, get_args

import msgspec

from wuyi.drills.cards import ChoiceQuestion, Played, Why, discards
from wuyi.engine.action import Action, Discard
from wuyi.engine.advice import unseen
from wuyi.engine.explain import outlooks
from wuyi.engine.view import View
from wuyi.hand.tile import TILES
from wuyi.review.outcome import Outcome, Trial
from wuyi.review.position import Position
from wuyi.review.tally import Estimate, Tally, estimate
from wuyi.review.why import why
from wuyi.review.words import Weighed

STEPS: Final = (256, 256, 512, 1024, 1024, 1024, 1024, 1024)
"""Worlds, one stage after the other: 6,144 in all at most."""
CLOSE: Final = 4.0
"""What is fewer standard errors behind is tried in MORE worlds, for what was seen so soon may have been luck;
over all it must still be behind by STILL points and STILL_SURE standard errors."""
MORE: Final = 2048
STILL: Final = 1.5
STILL_SURE: Final = 2.0
_MORE_STAGE: Final = 1000
RIVALS: Final = 4
"""So many alternatives are tried first, the adviser's next best: most choices fail by them."""
TAUGHT: Final = 2.0
"""Points by which everything else must come to less: a smaller mistake is not worth a card."""
SURE: Final = 2.5
"""And so many standard errors."""
EVEN: Final = 1.0
"""Points by which an action may differ from the adviser's and still be as good, where that is known to
`EXACT`, one standard error in points."""
EXACT: Final = 0.75
_HARDLY: Final = 1.5
"""Standard errors by which a lead would have to be otherwise, to be taken for settled meanwhile."""
MOST_RIGHT: Final = 2
"""Right answers that may differ in kind, and MOST_ALIKE: how many there may be in all."""
MOST_ALIKE: Final = 4
_HONOURS: Final = TILES["1z"]
_WHITE: Final = TILES["5z"]


class Verdict(NamedTuple):
    """right: the actions that are, the adviser's first. leads: of each other action, by how much the
    adviser's came to more. tally: what each came to."""

    right: tuple[Action, ...]
    leads: Mapping[Action, Estimate]
    tally: Tally


def play_out(position: Position, best: Action, others: Sequence[Action], engine: Trial) -> Verdict | None:
    """Try actions in the same worlds; None unless `best` is right, and few others are.

    best, others: by the seat of the position; those that might be as good first, for they are tried first.
    """
    tally = Tally([best, *others])
    leads: dict[Action, Estimate] = {}
    even: list[Action] = []
    for group in (others[:RIVALS], others[RIVALS:]):
        unsure = list(group)
        for stage, worlds in enumerate(STEPS):
            if not unsure:
                break
            done = sum(STEPS[:stage])
            tried = [each for each in (best, *even, *unsure) if len(tally.outcomes[each]) == done]
            tally.add(tried, engine.play(position, tried, worlds, stage))
            leads |= {action: tally.lead(best, action) for action in (*even, *unsure)}
            unsure = [action for action in unsure if not _is_worse(leads[action])]
            if any(_is_better(leads[action]) for action in (*even, *unsure)):
                return None
            as_good = [action for action in (*even, *unsure) if _is_hardly_worse(leads[action])]
            if not _few(position.view, [best, *as_good]):
                return None
            if any(_is_in_vain(leads[action], (done + worlds) / sum(STEPS)) for action in unsure):
                return None
            even += [action for action in unsure if _is_even(leads[action])]
            unsure = [action for action in unsure if action not in even]
        if unsure:
            return None
    if not all(_is_even(leads[action]) for action in even) or len(even) == len(others):
        return None
    return Verdict((best, *sorted(even, key=lambda action: leads[action].mean)), leads, tally)


def _is_worse(lead: Estimate) -> bool:
    return lead.mean >= TAUGHT and lead.mean > SURE * lead.error


def _is_better(lead: Estimate) -> bool:
    return lead.mean < -EVEN and lead.mean < -_HARDLY * lead.error


def _is_even(lead: Estimate) -> bool:
    return abs(lead.mean) <= EVEN and lead.error <= EXACT


def _is_hardly_worse(lead: Estimate) -> bool:
    return lead.mean + _HARDLY * lead.error < TAUGHT


def _is_in_vain(lead: Estimate, done: float) -> bool:
    """Whether all worlds will hardly decide. done: the share of them that were tried."""
    last = lead.error * sqrt(done)
    may_be_worse = lead.mean + _HARDLY * lead.error >= max(TAUGHT, SURE * last)
    may_be_even = last <= EXACT and abs(lead.mean) - _HARDLY * lead.error <= EVEN
    return not (may_be_worse or may_be_even)


def _few(seen: View, right: Sequence[Action]) -> bool:
    """Whether these are few enough to be the answer of a card, those that are alike counted once."""
    if len(right) > MOST_ALIKE:
        return False
    return len({_kind(seen, action) for action in right}) <= MOST_RIGHT


def _kind(seen: View, action: Action) -> object:
    """The same of actions that no rule tells apart: discards of lone honours as many of which are unseen."""
    if isinstance(action, Discard) and is_lone_honour(seen, action):
        return unseen(seen)[TILES[action.tile]]
    return action


def is_lone_honour(seen: View, action: Action) -> bool:
    """Whether it discards an honour held once, and neither a caishen nor a 白."""
    if not isinstance(action, Discard) or action.tile == seen.caishen:
        return False
    tile = TILES[action.tile]
    return tile >= _HONOURS and tile != _WHITE and [*seen.hand, seen.drawn].count(action.tile) == 1


def played(question: ChoiceQuestion, position: Position, engine: Trial) -> ChoiceQuestion | None:
    """The question with what each alternative came to, if the adviser is right. position: the same decision,
    at its own table. The level is left as it is."""
    best = question.best[0]
    tried = [option.action for option in question.decision.options]
    tried += [action for action in discards(question.view) if action not in tried]
    seat = position.seat
    own = {action: msgspec.structs.replace(action, seat=seat) for action in tried}
    verdict = play_out(position, own[best], [own[action] for action in tried if action != best], engine)
    if verdict is None:
        return None
    back = {there: here for here, there in own.items()}
    found = [_played(question, action, position, verdict) for action in tried]
    found.sort(key=lambda each: (each.action != best, each.behind))
    right = tuple([back[action] for action in verdict.right])
    return msgspec.structs.replace(question, best=right, played=tuple(found))


def tried_again(question: ChoiceQuestion, position: Position, engine: Trial) -> ChoiceQuestion | None:
    """A question that was played out, with more worlds for what is hardly behind; None if that is not so."""
    best, *others = question.played
    close = [each for each in others if each.why and each.behind < CLOSE * each.error and each.worlds < MORE]
    if not close:
        return question
    own = [msgspec.structs.replace(each.action, seat=position.seat) for each in (best, *close)]
    tally = Tally(own)
    tally.add(own, engine.play(position, own, MORE, _MORE_STAGE))
    leads = [tally.lead(own[0], action) for action in own[1:]]
    found = {each.action: _pooled(each, lead) for each, lead in zip(close, leads, strict=True)}
    if any(each.behind < max(STILL, STILL_SURE * each.error) for each in found.values()):
        return None
    now = [found.get(each.action, each) for each in others]
    now.sort(key=lambda each: each.behind)
    return msgspec.structs.replace(question, played=(best, *now))


def _pooled(first: Played, lead: Estimate) -> Played:
    """The mean of the worlds that were tried first and of more, each as sure as it is."""
    one, two = (1 / max(error, 0.05) ** 2 for error in (first.error, lead.error))  # as exact as it is written
    mean = (one * first.behind + two * lead.mean) / (one + two)
    worlds = first.worlds + MORE
    return msgspec.structs.replace(
        first, behind=round(mean, 1), error=round(1 / sqrt(one + two), 1), worlds=worlds
    )


def behind(question: ChoiceQuestion) -> float:
    """By how many points the best of what is not right was, played out."""
    return min([each.behind for each in question.played if each.action not in question.best])


def _played(question: ChoiceQuestion, here: Action, position: Position, verdict: Verdict) -> Played:
    """What an action came to beside the best one, in the worlds that both met."""
    action = msgspec.structs.replace(here, seat=position.seat)
    best, outcomes = verdict.right[0], verdict.tally.outcomes
    ours, its = outcomes[best], outcomes[action]
    lead = verdict.leads.get(action, Estimate(0.0, 0.0))
    first = _weighed(question, best, ours[: len(its)], Estimate(0.0, 0.0))
    second = _weighed(question, action, its, lead)
    reason = None if action in verdict.right else why(position, first, second)
    assert reason is None or reason in get_args(Why), "no win is asked about"
    return Played(
        action=here,
        behind=round(lead.mean, 1),
        error=round(lead.error, 1),
        win=round(max(0.0, _won(ours) - first.win + second.win), 3),
        worlds=len(its),
        why=reason,  # type: ignore[arg-type]
    )


def _weighed(question: ChoiceQuestion, action: Action, outcomes: Outcome, lead: Estimate) -> Weighed:
    """An action as the reviewer says it."""
    mean = estimate(outcomes)
    lacking, left = _way(question, action)
    return Weighed(
        action=action,
        points=mean.mean,
        error=mean.error,
        worlds=len(outcomes),
        behind=lead.mean,
        behind_error=lead.error,
        win=_won(outcomes),
        gain=sum([points for points in outcomes if points > 0]) / len(outcomes),
        cost=-sum([points for points in outcomes if points < 0]) / len(outcomes),
        lacking=lacking,
        left=left,
    )


def _won(outcomes: Outcome) -> float:
    return sum([points > 0 for points in outcomes]) / len(outcomes)


def _way(question: ChoiceQuestion, action: Action) -> tuple[int | None, int]:
    """How many tiles lack after an action, and how many help."""
    here = msgspec.structs.replace(action, seat=0)
    for option in question.decision.options:
        if option.action == here and option.lacking is not None:
            return option.lacking, option.left
    if isinstance(here, Discard):
        (outlook,) = outlooks(question.view, (here,))
        return outlook.lacking, outlook.left
    return None, 0
