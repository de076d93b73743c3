"""A submission's page, and its verdict as a stream of rendered parts of the problem page."""

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.accounts.streams import STREAM
from app.domains.community.dependencies import CommunityDep
from app.domains.limits.addresses import name_account
from app.domains.problems.dependencies import ProblemsDep
from app.domains.regrading.dependencies import RegradesDep
from app.domains.submissions.dependencies import SubmissionsDep
from app.domains.threads.dependencies import ReportsDep
from app.http.notes import NOTES
from app.http.parts import WorkersDep
from app.http.requests import find_site
from app.web.drawing import verdicts
from app.web.drawing.diff import find_changes
from app.web.live import LiveVerdict
from app.web.moments import MomentsDep
from app.web.navigation import RendererDep, ask_to_sign_in

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/submissions/{public_id}", dependencies=[NOTES])
async def show_submission(
    request: Request,
    public_id: str,
    user: OptionalUser,
    problems: ProblemsDep,
    submissions: SubmissionsDep,
    regrades: RegradesDep,
    community: CommunityDep,
    moments: MomentsDep,
    reports: ReportsDep,
    workers: WorkersDep,
    renderer: RendererDep,
    against: str = "",
) -> Response:
    """Show one submission of the reader's own: its source and, once there is one, its report.

    `against` names another one, to whose source the differences are shown.
    """
    if user is None:
        return ask_to_sign_in(request)
    submission = await submissions.get(public_id, user)
    problem = await problems.get_problem(submission.problem, user)
    attempts = await submissions.list_attempts(submission.problem, user)
    trail = await submissions.find_trail(submission.problem, user, until=public_id)
    other = await submissions.get(against, user) if against else None
    changes = await find_changes(workers, name_account(user.id), other.source, submission.source) if other else None
    return await renderer.draw_page(
        request,
        "submission.html",
        user,
        submission=submission,
        report=submission.report,
        previous=trail.previous,
        moment=await moments.find(submission, trail.journey, user),
        pinned=await moments.find_pins(submission, user),
        pending=submission.status.is_pending,
        problem_name=problem.name,
        newest=problem.version,
        unfair=await reports.find_own(user, public_id),
        sharing=await community.find_sharing(user, public_id),
        others=[one for one in attempts if one.id != submission.id],
        against=other,
        changes=changes,
        regraded=[one for one in await regrades.list_history(public_id, user) if one.before != one.after],
        site=find_site(request),
        head=verdicts.describe(submission),
    )


@router.get("/submissions/{public_id}/earlier/{number}")
async def show_earlier_report(
    request: Request,
    public_id: str,
    number: int,
    user: CurrentUser,
    problems: ProblemsDep,
    submissions: SubmissionsDep,
    regrades: RegradesDep,
    renderer: RendererDep,
) -> Response:
    """Show the report before a regrade, counted from 1."""
    submission = await submissions.get(public_id, user)
    report = await regrades.find_earlier_report(public_id, number, user)
    problem = await problems.get_problem(submission.problem, user)
    return renderer.page(
        request,
        "earlier.html",
        user,
        submission=submission,
        report=report,
        problem_name=problem.name,
        head=verdicts.judged(report, submission.source),
    )


async def find_live(
    public_id: str, user: CurrentUser, submissions: SubmissionsDep, moments: MomentsDep, renderer: RendererDep
) -> LiveVerdict:
    """Return the panel to draw; raises an error before the stream begins if the reader can't see the submission."""
    submission = await submissions.get(public_id, user)
    return LiveVerdict(submissions, moments, renderer, submission.id, user, submission.source)


@router.get("/submissions/{public_id}/live", response_class=EventSourceResponse, dependencies=[STREAM])
async def follow_submission(
    public_id: str, user: CurrentUser, submissions: SubmissionsDep, live: Annotated[LiveVerdict, Depends(find_live)]
) -> AsyncIterator[ServerSentEvent]:
    """Stream the pieces of the verdict panel as they are made, from the first to the last."""
    async for event in submissions.events(public_id, user):
        yield ServerSentEvent(event=event.kind.value, raw_data=json.dumps(await live.draw(event)))
