"""What became of what was acknowledged: the players' evidence against the logs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.faults.load import Evidence
from wuyi.engine.action import Discard
from wuyi.engine.event import Discarded, Event
from wuyi.engine.match import Match
from wuyi.engine.view import tell
from wuyi.server.store.port import Store
from wuyi.server.table.happening import decode_log
from wuyi.server.table.header import Header

PERSON = 0
"""The seat of the player in every match of the load."""


@dataclass
class Verdict:
    """actions: acknowledged. events: shown to a player. lost: of those, not in the log at their place.
    twice: discards of the player in the log that nobody had sent to that place. holes: logs with one.
    """

    matches: int = 0
    actions: int = 0
    events: int = 0
    lost: int = 0
    twice: int = 0
    holes: int = 0


async def judge(
    store: Store, all_evidence: Sequence[Evidence], lengths: Mapping[str, tuple[int, int, int]]
) -> Verdict:
    """Compare. lengths: of each log the number of its events, the first seq and the last.

    Raises for a log that is not a match: whatever is done twice that may be done once.
    """
    verdict = Verdict(matches=len(all_evidence))
    for evidence in all_evidence:
        stored = await store.load(evidence.ticket.match)
        assert stored is not None, "a match that was acknowledged is not there"
        events = decode_log(stored.log)
        header = Header.decode(stored.header)
        Match.fold(bytes.fromhex(header.seed), header.rules, events)
        told = [seen for event in events if (seen := tell(event, PERSON)) is not None]
        verdict.actions += evidence.acknowledged
        verdict.events += len(evidence.told)
        verdict.lost += max(0, evidence.seq - len(told))
        verdict.lost += sum(
            place < len(told) and told[place] != event for place, event in evidence.told.items()
        )
        verdict.twice += sum(
            _of_person(event) and not _was_sent(event, evidence, place) for place, event in enumerate(told)
        )
        count, first, last = lengths[evidence.ticket.match]
        verdict.holes += (first, last) != (0, count - 1)
    return verdict


def _of_person(event: Event) -> bool:
    return isinstance(event, Discarded) and event.seat == PERSON


def _was_sent(event: Event, evidence: Evidence, place: int) -> bool:
    assert isinstance(event, Discarded)
    return any(
        isinstance(action, Discard) and action.tile == event.tile for action in evidence.sent.get(place, ())
    )
