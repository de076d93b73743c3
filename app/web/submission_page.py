"""A submission's page, and its verdict as a stream of ready-made pieces of the problem page."""

import json
from collections.abc import AsyncIterator
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.accounts.dependencies import CurrentUser, OptionalUser
from app.services import ServicesDep
from app.web import verdicts
from app.web.live import LiveVerdict
from app.web.page import RendererDep, go

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@router.get("/submissions/{public_id}")
async def show_submission(
    request: Request, public_id: str, user: OptionalUser, services: ServicesDep, renderer: RendererDep
) -> Response:
    """Show one submission of the reader's own: its source and, once there is one, its report."""
    if user is None:
        return go(f"/signin?next={quote(request.url.path)}")
    submission = await services.submissions.get(public_id, user)
    problem = await services.problems.get_problem(submission.problem, user)
    previous = await services.submissions.find_previous(submission, user)
    return renderer.page(
        request,
        "submission.html",
        user,
        submission=submission,
        report=submission.report,
        previous=previous,
        pending=submission.status.is_pending,
        problem_name=problem.name,
        head=verdicts.describe(submission),
    )


async def find_live(public_id: str, user: CurrentUser, services: ServicesDep, renderer: RendererDep) -> LiveVerdict:
    """Answer before the stream does: 401 or 404 where there is nothing to see."""
    submission = await services.submissions.get(public_id, user)
    return LiveVerdict(services, renderer, submission.id, user)


@router.get("/submissions/{public_id}/live", response_class=EventSourceResponse)
async def follow_submission(
    public_id: str, user: CurrentUser, services: ServicesDep, live: Annotated[LiveVerdict, Depends(find_live)]
) -> AsyncIterator[ServerSentEvent]:
    """Send the pieces of the verdict panel as they come to be, from the first on; then end."""
    async for event in services.submissions.events(public_id, user):
        yield ServerSentEvent(event=event.kind.value, raw_data=json.dumps(await live.draw(event)))
