"""Submissions over HTTP, and their events as a stream."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response, status
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException

from app.accounts.dependencies import CurrentUser
from app.errors import RequestError
from app.json_values import dump_json
from app.openapi import document_answer, document_errors
from app.problem_details import describe_error
from app.services import ServicesDep
from app.submissions.errors import (
    IdempotencyMismatchError,
    ProblemRetiredError,
    TooManyPendingError,
    TooManySubmissionsError,
)
from app.submissions.schemas import (
    AttemptList,
    Batch,
    BatchResult,
    BatchResults,
    HistoryFilter,
    NewSubmission,
    SubmissionList,
    SubmissionView,
)

router = APIRouter(prefix="/api/v1", tags=["submissions"])


KeyHeader = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="Any text of your own, such as a UUID. The same request with the same key within a day is answered "
        "as the first time and hands in nothing; so what got no answer can be sent again.",
    ),
]
RATES = ("RateLimit", "RateLimit-Policy")
REFUSALS = document_errors(
    ProblemRetiredError,
    IdempotencyMismatchError,
    TooManyPendingError,
    TooManySubmissionsError,
)


@router.post(
    "/problems/{slug}/submissions",
    status_code=status.HTTP_202_ACCEPTED,
    responses={**document_answer(status.HTTP_202_ACCEPTED, "Location", *RATES), **REFUSALS},
)
async def create_submission(
    slug: str,
    new: NewSubmission,
    user: CurrentUser,
    services: ServicesDep,
    response: Response,
    key: KeyHeader = None,
) -> SubmissionView:
    """Hand in source to be graded. `Location` is where the submission can be looked at.

    `RateLimit` tells how many more may be sent in this minute.
    """
    submission = await services.submissions.create(user, slug, new.source, new.mode, key=key)
    response.headers["Location"] = f"/api/v1/submissions/{submission.id}"
    response.headers.update(await services.submissions.tell_rate(user))
    return submission


@router.post("/submissions/batch", responses=document_answer(status.HTTP_200_OK, *RATES))
async def create_batch(
    batch: Batch,
    request: Request,
    user: CurrentUser,
    services: ServicesDep,
    response: Response,
    key: KeyHeader = None,
) -> BatchResults:
    """Hand in several at once. Each is taken or refused by itself, within the same limits: look at each result."""
    results = []
    for index, item in enumerate(batch.items):
        own_key = None if key is None else f"{key}#{index}"
        try:
            made = await services.submissions.create(user, item.problem, item.source, item.mode, key=own_key)
            results.append(BatchResult(status=status.HTTP_202_ACCEPTED, submission=made))
        except RequestError as error:
            results.append(BatchResult(status=error.status, error=describe_error(request, error)))
    response.headers.update(await services.submissions.tell_rate(user))
    return BatchResults(results=results)


@router.get("/problems/{slug}/submissions")
async def list_attempts(slug: str, user: CurrentUser, services: ServicesDep) -> AttemptList:
    """Return the asker's newest submissions to a problem, newest first."""
    return AttemptList(attempts=await services.submissions.list_attempts(slug, user))


@router.get("/submissions")
async def list_submissions(
    user: CurrentUser,
    services: ServicesDep,
    wanted: Annotated[HistoryFilter, Depends()],
    limit: Annotated[int, Query(ge=1, le=100, description="At most so many.")] = 20,
    cursor: Annotated[str | None, Query(description="The `next` of an earlier answer: what comes after it.")] = None,
) -> SubmissionList:
    """Return all that the asker sent, newest first and in parts; `problem`, `verdict` and `mode` leave out others."""
    rows, following = await services.submissions.list_from(user, wanted, cursor, limit)
    return SubmissionList(submissions=rows, next=following)


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
