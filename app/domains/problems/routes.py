"""Reading problems over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from app.domains.accounts.dependencies import CurrentUser, OptionalUser
from app.domains.problems.dependencies import ProblemsDep
from app.domains.problems.exams import ExamRunningError
from app.domains.problems.schemas import ProblemDetail, ProblemList
from app.http.conditional import UNCHANGED, answer_json_if_changed
from app.http.documentation import document_errors
from app.kit.errors import InvalidInputError, UnreadableBundleError
from app.kit.language import translate as _

router = APIRouter(prefix="/api/v1/problems", tags=["problems"])


@router.get("", response_model=ProblemList, responses=UNCHANGED)
async def list_problems(
    request: Request,
    user: OptionalUser,
    problems: ProblemsDep,
    limit: Annotated[
        int | None, Query(ge=1, le=1000, description="The maximum number of problems; without it, all.")
    ] = None,
    cursor: Annotated[
        str | None, Query(min_length=1, description="The `next` of an earlier response, which this one continues.")
    ] = None,
) -> Response:
    """Return all published problems, by track and position, with your progress; paginated with `limit`.

    The response has an `ETag`: send it as `If-None-Match` to get 304 if nothing has changed.
    """
    listed = await problems.list_problems(user)
    if cursor is not None:
        slugs = [one.slug for one in listed]
        if cursor not in slugs:
            raise InvalidInputError("query.cursor", _("This cursor isn't valid: start without one."))
        listed = listed[slugs.index(cursor) + 1 :]
    part = listed if limit is None else listed[:limit]
    following = part[-1].slug if len(part) < len(listed) else None
    return answer_json_if_changed(request, ProblemList(problems=part, next=following))


@router.get(
    "/{slug}",
    response_model=ProblemDetail,
    responses={**UNCHANGED, **document_errors(UnreadableBundleError)},
)
async def get_problem(slug: str, request: Request, user: OptionalUser, problems: ProblemsDep) -> Response:
    """Return what you may see of a problem. The response has an `ETag`, as that of the list has."""
    return answer_json_if_changed(request, await problems.get_problem(slug, user))


@router.post("/{slug}/hints/{number}", responses=document_errors(UnreadableBundleError, ExamRunningError))
async def open_hint(
    slug: str, number: Annotated[int, Path(ge=1)], user: CurrentUser, problems: ProblemsDep
) -> ProblemDetail:
    """Open a hint. Hints are counted from 1, and opened in order. This is recorded."""
    return await problems.open_hint(slug, user, number)


@router.post("/{slug}/solution", responses=document_errors(UnreadableBundleError, ExamRunningError))
async def give_up(slug: str, user: CurrentUser, problems: ProblemsDep) -> ProblemDetail:
    """Give up: the solution is shown from now on, and that is recorded."""
    return await problems.give_up(slug, user)
