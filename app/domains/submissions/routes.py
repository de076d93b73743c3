"""Submissions over HTTP, and their events as a stream."""

import hashlib
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Header, Query, Request, Response, status
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException

from app.domains.accounts.dependencies import CurrentUser
from app.domains.accounts.streams import STREAM
from app.domains.limits.errors import TooManyStreamsError
from app.domains.submissions.dependencies import SubmissionsDep
from app.domains.submissions.errors import (
    IdempotencyMismatchError,
    ProblemRetiredError,
    TooManyPendingError,
    TooManySubmissionsError,
)
from app.domains.submissions.schemas import (
    AttemptList,
    Batch,
    BatchResult,
    BatchResults,
    HistoryFilter,
    NewSubmission,
    SubmissionList,
    SubmissionView,
)
from app.http.documentation import document_answer, document_errors
from app.http.problem_details import describe_error
from app.kit.errors import RequestError
from app.kit.json_values import dump_json

router = APIRouter(prefix="/api/v1", tags=["submissions"])


MAX_DIGITS: Final = 20
"""Digits of an event's id that are read: more than any id has, and fewer than Python refuses to convert."""
KeyHeader = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=r"^[\x21-\x7e]+$",
        description="Any text of your own, such as a UUID. The same request with the same key within a day gets "
        "the first response and submits nothing, so it is safe to retry.",
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
    submissions: SubmissionsDep,
    response: Response,
    key: KeyHeader = None,
) -> SubmissionView:
    """Submit source to be graded. `Location` is the address of the submission.

    `RateLimit` says how many more you can send in this minute.
    """
    submission = await submissions.create(user, slug, new.source, new.mode, key=key)
    response.headers["Location"] = f"/api/v1/submissions/{submission.id}"
    response.headers.update(await submissions.describe_rate(user))
    return submission


@router.post("/submissions/batch", responses=document_answer(status.HTTP_200_OK, *RATES))
async def create_batch(
    batch: Batch,
    request: Request,
    user: CurrentUser,
    submissions: SubmissionsDep,
    response: Response,
    key: KeyHeader = None,
) -> BatchResults:
    """Submit several at once. Each is accepted or refused on its own, within the usual limits: check each result."""
    results = []
    for index, item in enumerate(batch.items):
        own_key = None if key is None else hashlib.sha256(f"{key}#{index}".encode()).hexdigest()
        try:
            made = await submissions.create(user, item.problem, item.source, item.mode, key=own_key)
            results.append(BatchResult(status=status.HTTP_202_ACCEPTED, submission=made))
        except RequestError as error:
            results.append(BatchResult(status=error.status, error=describe_error(request, error)))
    response.headers.update(await submissions.describe_rate(user))
    return BatchResults(results=results)


@router.get("/problems/{slug}/submissions")
async def list_attempts(slug: str, user: CurrentUser, submissions: SubmissionsDep) -> AttemptList:
    """Return your latest submissions to a problem, newest first."""
    return AttemptList(attempts=await submissions.list_attempts(slug, user))


@router.get("/submissions")
async def list_submissions(
    user: CurrentUser,
    submissions: SubmissionsDep,
    wanted: Annotated[HistoryFilter, Depends()],
    limit: Annotated[int, Query(ge=1, le=100, description="The maximum number of submissions.")] = 20,
    cursor: Annotated[
        str | None, Query(min_length=1, description="The `next` of an earlier response, which this one continues.")
    ] = None,
) -> SubmissionList:
    """Return your submissions, newest first and paginated; `problem`, `verdict` and `mode` filter them."""
    rows, following = await submissions.list_from(user, wanted, cursor, limit)
    return SubmissionList(submissions=rows, next=following)


@router.get("/submissions/{submission_id}")
async def get_submission(submission_id: str, user: CurrentUser, submissions: SubmissionsDep) -> SubmissionView:
    """Return a submission of your own."""
    return await submissions.get(submission_id, user)


async def find_start(
    submission_id: str,
    user: CurrentUser,
    submissions: SubmissionsDep,
    last_event_id: Annotated[str | None, Header()] = None,
) -> int:
    """Return the event id to continue from, before the stream starts: 404, or 204 when nothing will follow.

    A browser's `EventSource` reconnects when a stream ends; only a 204 stops it.
    """
    after = 0
    if last_event_id and last_event_id.isascii() and last_event_id.isdigit():
        after = min(int(last_event_id[:MAX_DIGITS]), 2**31 - 1)
    if await submissions.is_over(submission_id, user, after):
        raise HTTPException(status.HTTP_204_NO_CONTENT)
    return after


@router.get(
    "/submissions/{submission_id}/events",
    response_class=EventSourceResponse,
    dependencies=[STREAM],
    responses={
        status.HTTP_204_NO_CONTENT: {"description": "Nothing follows the event that `Last-Event-ID` names."},
        **document_errors(TooManyStreamsError),
    },
)
async def follow_submission(
    submission_id: str, user: CurrentUser, submissions: SubmissionsDep, after: Annotated[int, Depends(find_start)]
) -> AsyncIterator[ServerSentEvent]:
    """Stream a submission's events: `queued`, `started`, `case` for each case, and finally `verdict` or `failed`.

    If the platform fails, the submission is graded again: `queued` and `started` are repeated, and earlier cases no
    longer count. Events carry ids; a client that reconnects with `Last-Event-ID` misses nothing. A comment every 15 s
    keeps the connection open.
    """
    async for event in submissions.events(submission_id, user, after):
        event_id = None if event.id is None else str(event.id)
        yield ServerSentEvent(event=event.kind.value, raw_data=dump_json(event.data), id=event_id)
