"""Regrades over HTTP: for the authors of a problem, and what learners are told of them."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Response, status
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.accounts.dependencies import CurrentUser
from app.authoring.dependencies import AuthoredProblem
from app.authoring.schemas import RejudgeRequest
from app.errors import ConflictError
from app.json_values import dump_json
from app.openapi import document_errors
from app.regrading.schemas import NoticeList, RegradeDiff, RegradeList, RegradeView, Rejudged, Selection
from app.services import ServicesDep
from grader.report import Report

router = APIRouter(prefix="/api/v1", tags=["regrades"])


@router.post("/authoring/problems/{slug}/rejudge", status_code=status.HTTP_202_ACCEPTED)
async def rejudge_submissions(asked: RejudgeRequest, problem: AuthoredProblem, services: ServicesDep) -> Rejudged:
    """Judge submissions to the problem again, in the background: a proposal, unless `apply` is set."""
    version = await services.catalogue.find_version(problem.slug)
    selection = Selection(submission=asked.submission, since=asked.since, verdict=asked.verdict)
    return await services.regrades.rejudge(
        selection, version, reason=asked.reason, by=problem.user, newest=asked.newest, applies_itself=asked.apply
    )


@router.get("/authoring/problems/{slug}/regrades")
async def list_regrades(problem: AuthoredProblem, services: ServicesDep) -> RegradeList:
    """Return the problem's regrades, newest first."""
    found = [] if problem.problem_id is None else await services.regrades.list_regrades(problem.problem_id)
    return RegradeList(regrades=found)


async def find_regrade(regrade_id: str, problem: AuthoredProblem, services: ServicesDep) -> RegradeView:
    """Return a regrade of the problem; raises `RegradeNotFoundError`."""
    return await services.regrades.get(regrade_id, problem.row_id)


RegradeDep = Annotated[RegradeView, Depends(find_regrade)]
"""The regrade of the route."""


@router.get("/authoring/problems/{slug}/regrades/{regrade_id}")
async def get_regrade(regrade: RegradeDep, problem: AuthoredProblem, services: ServicesDep) -> RegradeDiff:
    """Return a regrade: how far it is, who changes from which verdict and code to which, and why."""
    return await services.regrades.diff(regrade.id, problem.row_id)


@router.get("/authoring/problems/{slug}/regrades/{regrade_id}/events", response_class=EventSourceResponse)
async def follow_regrade(
    regrade: RegradeDep, problem: AuthoredProblem, services: ServicesDep
) -> AsyncIterator[ServerSentEvent]:
    """Send the regrade now and whenever it has changed, as `regrade`, until all submissions are judged."""
    async for view in services.regrades.follow(regrade.id, problem.row_id):
        yield ServerSentEvent(event="regrade", raw_data=dump_json(view))


@router.post("/authoring/problems/{slug}/regrades/{regrade_id}/apply", responses=document_errors(ConflictError))
async def apply_regrade(regrade: RegradeDep, problem: AuthoredProblem, services: ServicesDep) -> RegradeView:
    """Let what was found count, and publish the version that was staged for it."""
    return await services.regrades.apply(regrade.id, problem.row_id)


@router.post("/authoring/problems/{slug}/regrades/{regrade_id}/drop", responses=document_errors(ConflictError))
async def drop_regrade(regrade: RegradeDep, problem: AuthoredProblem, services: ServicesDep) -> RegradeView:
    """Give it up, also while it runs, and the version that was staged for it."""
    return await services.regrades.drop(regrade.id, problem.row_id)


@router.get("/notices", tags=["submissions"])
async def list_notices(user: CurrentUser, services: ServicesDep) -> NoticeList:
    """Return the accepted verdicts that regrades took from the asker, with the reasons, until they are put away."""
    return NoticeList(notices=await services.regrades.list_notices(user))


@router.delete("/notices", status_code=status.HTTP_204_NO_CONTENT, tags=["submissions"])
async def put_away_notices(user: CurrentUser, services: ServicesDep) -> Response:
    """Put the notices away: they aren't shown again."""
    await services.regrades.put_away_notices(user)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get("/submissions/{submission_id}/regrades", tags=["submissions"])
async def list_regrades_of_submission(submission_id: str, user: CurrentUser, services: ServicesDep) -> NoticeList:
    """Return how regrades changed a submission of the asker's own, oldest first."""
    return NoticeList(notices=await services.regrades.list_history(submission_id, user))


@router.get("/submissions/{submission_id}/regrades/{number}/report", tags=["submissions"])
async def get_earlier_report(submission_id: str, number: int, user: CurrentUser, services: ServicesDep) -> Report:
    """Return the report that counted before a regrade, counted from 1."""
    return await services.regrades.find_earlier_report(submission_id, number, user)
