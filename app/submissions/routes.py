"""Submissions over HTTP, and their events as a stream."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Response, status
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException

from app.accounts.dependencies import CurrentUser
from app.json_values import dump_json
from app.services import ServicesDep
from app.submissions.schemas import AttemptList, NewSubmission, SubmissionView

router = APIRouter(prefix="/api/v1", tags=["submissions"])


@router.post("/problems/{slug}/submissions", status_code=status.HTTP_202_ACCEPTED)
async def create_submission(
    slug: str, new: NewSubmission, user: CurrentUser, services: ServicesDep, response: Response
) -> SubmissionView:
    """Hand in source to be graded. `Location` is where the submission can be looked at."""
    submission = await services.submissions.create(user, slug, new.source, new.mode)
    response.headers["Location"] = f"/api/v1/submissions/{submission.id}"
    return submission


@router.get("/problems/{slug}/submissions")
async def list_submissions(slug: str, user: CurrentUser, services: ServicesDep) -> AttemptList:
    """Return the asker's newest submissions to a problem, newest first."""
    return AttemptList(attempts=await services.submissions.list_attempts(slug, user))


@router.get("/submissions/{submission_id}")
async def get_submission(submission_id: str, user: CurrentUser, services: ServicesDep) -> SubmissionView:
    """Return a submission of the asker's own."""
    return await services.submissions.get(submission_id, user)


async def find_start(
    submission_id: str,
    user: CurrentUser,
    services: ServicesDep,
    last_event_id: Annotated[str | None, Header()] = None,
) -> int:
    """After which event to begin. Answers before the stream does: 404, or 204 when nothing will follow.

    A browser's `EventSource` comes back by itself when a stream ends; only a 204 tells it to stop.
    """
    after = int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else 0
    after = min(after, 2**31 - 1)
    if await services.submissions.is_over(submission_id, user, after):
        raise HTTPException(status.HTTP_204_NO_CONTENT)
    return after


@router.get(
    "/submissions/{submission_id}/events",
    response_class=EventSourceResponse,
    responses={
        status.HTTP_204_NO_CONTENT: {"description": "Nothing follows the event that `Last-Event-ID` names."},
    },
)
async def follow_submission(
    submission_id: str, user: CurrentUser, services: ServicesDep, after: Annotated[int, Depends(find_start)]
) -> AsyncIterator[ServerSentEvent]:
    """Tell what happens to a submission: `queued`, `started`, `case` for each case, and `verdict` or `failed` to end.

    Where something fails on our side, a submission is graded again: `queued` and `started` come again, and the cases
    told before them count no more.
    Events carry ids; a client that comes back with `Last-Event-ID` misses nothing. A comment every 15 s keeps the
    connection open.
    """
    async for event in services.submissions.events(submission_id, user, after):
        event_id = None if event.id is None else str(event.id)
        yield ServerSentEvent(event=event.kind.value, raw_data=dump_json(event.data), id=event_id)
