"""Regrades over HTTP: for a problem's authors, and notices for learners."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response, status
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.domains.accounts.dependencies import CurrentUser
from app.domains.accounts.streams import STREAM
from app.domains.authoring.dependencies import AuthoredProblem
from app.domains.authoring.schemas import Reason
from app.domains.problems.dependencies import CatalogueDep
from app.domains.regrading.dependencies import RegradesDep
from app.domains.regrading.schemas import (
    ChangedSubmission,
    NoticeList,
    RegradeDiff,
    RegradeList,
    RegradeView,
    Rejudged,
    RejudgeRequest,
    Selection,
)
from app.http.documentation import document_answer, document_errors
from app.kit.errors import ConflictError, SubmissionNotFoundError
from app.kit.json_values import dump_json
from grader.report import Report

router = APIRouter(prefix="/api/v1", tags=["regrades"])


@router.post(
    "/authoring/problems/{slug}/rejudge",
    status_code=status.HTTP_202_ACCEPTED,
    responses=document_errors(ConflictError),
)
async def rejudge_submissions(
    asked: RejudgeRequest, problem: AuthoredProblem, catalogue: CatalogueDep, regrades: RegradesDep
) -> Rejudged:
    """Rejudge submissions to the problem in the background. The result is a proposal unless `apply` is set."""
    version = await catalogue.find_any_version(problem.slug)
    selection = Selection(submission=asked.submission, since=asked.since, verdict=asked.verdict)
    return await regrades.rejudge(
        selection,
        version,
        reason=asked.reason,
        by=problem.user,
        newest=asked.newest,
        applies_itself=asked.apply,
        never_lower=asked.never_lower,
    )


@router.get("/authoring/problems/{slug}/regrades")
async def list_regrades(problem: AuthoredProblem, regrades: RegradesDep) -> RegradeList:
    """Return the problem's regrades, newest first."""
    found = [] if problem.problem_id is None else await regrades.list_regrades(problem.problem_id)
    return RegradeList(regrades=found)


async def find_regrade(regrade_id: str, problem: AuthoredProblem, regrades: RegradesDep) -> RegradeView:
    """Return a regrade of the problem; raises `RegradeNotFoundError`."""
    return await regrades.get(regrade_id, problem.row_id)


RegradeDep = Annotated[RegradeView, Depends(find_regrade)]
"""The regrade of the route."""


@router.get("/authoring/problems/{slug}/regrades/{regrade_id}")
async def get_regrade(regrade: RegradeDep, problem: AuthoredProblem, regrades: RegradesDep) -> RegradeDiff:
    """Return a regrade: its progress, each changed verdict with the reason, and changed grades in your courses."""
    return await regrades.diff(regrade.id, problem.row_id, problem.user)


@router.get(
    "/authoring/problems/{slug}/regrades/{regrade_id}/submissions/{submission_id}",
    responses=document_errors(SubmissionNotFoundError),
)
async def get_changed_submission(
    submission_id: str, regrade: RegradeDep, problem: AuthoredProblem, regrades: RegradesDep
) -> ChangedSubmission:
    """Return a submission whose verdict or code changes, with its source and both reports.

    This is recorded in the audit log.
    """
    return await regrades.show_change(regrade.id, problem.row_id, submission_id)


@router.get(
    "/authoring/problems/{slug}/regrades/{regrade_id}/events", response_class=EventSourceResponse, dependencies=[STREAM]
)
async def follow_regrade(
    regrade: RegradeDep, problem: AuthoredProblem, regrades: RegradesDep
) -> AsyncIterator[ServerSentEvent]:
    """Send the regrade now and whenever it changes, as `regrade` events, until all submissions are judged."""
    async for view in regrades.follow(regrade.id, problem.row_id):
        yield ServerSentEvent(event="regrade", raw_data=dump_json(view))


@router.post("/authoring/problems/{slug}/regrades/{regrade_id}/apply", responses=document_errors(ConflictError))
async def apply_regrade(
    regrade: RegradeDep,
    problem: AuthoredProblem,
    regrades: RegradesDep,
    never_lower: Annotated[bool, Query(description="Whether accepted submissions stay accepted.")] = False,  # noqa: FBT002 - a query's flag
) -> RegradeView:
    """Apply the regrade, and publish the version that was staged for it."""
    return await regrades.apply(regrade.id, problem.row_id, never_lower=never_lower)


@router.post("/authoring/problems/{slug}/regrades/{regrade_id}/drop", responses=document_errors(ConflictError))
async def drop_regrade(regrade: RegradeDep, problem: AuthoredProblem, regrades: RegradesDep) -> RegradeView:
    """Drop the regrade, even while it runs, and the version that was staged for it."""
    return await regrades.drop(regrade.id, problem.row_id)


@router.post(
    "/authoring/problems/{slug}/regrades/{regrade_id}/return",
    status_code=status.HTTP_201_CREATED,
    responses={**document_answer(status.HTTP_201_CREATED, "Location"), **document_errors(ConflictError)},
)
async def restore_verdicts(
    asked: Reason, regrade: RegradeDep, problem: AuthoredProblem, regrades: RegradesDep, response: Response
) -> RegradeView:
    """Propose to take an applied regrade back, as another regrade, which is ready at once.

    It gives submissions the verdicts that they had before, except those that a later regrade has changed.
    """
    made = await regrades.take_back(regrade.id, problem.row_id, asked.reason, problem.user)
    response.headers["Location"] = f"/api/v1/authoring/problems/{problem.slug}/regrades/{made.id}"
    return made


@router.get("/notices", tags=["submissions"])
async def list_notices(user: CurrentUser, regrades: RegradesDep) -> NoticeList:
    """Return the accepted verdicts that you lost to regrades, with the reasons, until you dismiss them."""
    return NoticeList(notices=await regrades.list_notices(user))


@router.delete("/notices", status_code=status.HTTP_204_NO_CONTENT, tags=["submissions"])
async def put_away_notices(user: CurrentUser, regrades: RegradesDep) -> Response:
    """Dismiss the notices: they aren't shown again."""
    await regrades.put_away_notices(user)
    return Response(status_code=status.HTTP_204_NO_CONTENT)


@router.get("/submissions/{submission_id}/regrades", tags=["submissions"])
async def list_regrades_of_submission(submission_id: str, user: CurrentUser, regrades: RegradesDep) -> NoticeList:
    """Return how regrades changed a submission of your own, oldest first."""
    return NoticeList(notices=await regrades.list_history(submission_id, user))


@router.get("/submissions/{submission_id}/regrades/{number}/report", tags=["submissions"])
async def get_earlier_report(submission_id: str, number: int, user: CurrentUser, regrades: RegradesDep) -> Report:
    """Return the report before regrade `number`, counted from 1."""
    return await regrades.find_earlier_report(submission_id, number, user)
