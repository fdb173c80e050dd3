"""The calculator over HTTP (docs/score.md): open to everybody, and nothing is kept."""

from litestar import Router, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from wuyi.scoring.request import (
    RequestError,
    ScoreRequest,
    WaitingRequest,
    answer_verdict,
    complete,
    judge_request,
)
from wuyi.scoring.score import Score
from wuyi.server.http.access import Access, AnyRequest
from wuyi.server.http.openapi import OPEN
from wuyi.server.score_words import Completed, Impossible, Judged, NoWin, Scored, Waiting


def routes(access: Access) -> list[ControllerRouterHandler]:
    @post("/api/score", status_code=200, security=OPEN)
    async def score(request: AnyRequest, data: JSONBody[ScoreRequest]) -> Judged:
        """What fourteen tiles are worth and who pays, or why they may not win."""
        access.check_pace(request)
        return judged(data)

    @post("/api/waits", status_code=200, security=OPEN)
    async def waits(request: AnyRequest, data: JSONBody[WaitingRequest]) -> Completed:
        """What thirteen tiles wait for, and what each would be worth."""
        access.check_pace(request)
        try:
            return Waiting(complete(data))
        except RequestError as error:
            return _impossible(error)

    return [Router("/", route_handlers=[score, waits], tags=["score"])]


def judged(request: ScoreRequest) -> Judged:
    """The answer of `wuyi score --jsonl` to this request, with the reading."""
    try:
        verdict = judge_request(request)
    except RequestError as error:
        return _impossible(error)
    said = answer_verdict(verdict)
    if isinstance(verdict.score, Score):
        return Scored(**said, groups=verdict.score.groups, liable=verdict.liable)
    return NoWin(**said)


def _impossible(error: RequestError) -> Impossible:
    return Impossible(error.message, error.where, error.reason)
