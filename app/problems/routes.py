"""Reading problems over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from app.accounts.dependencies import CurrentUser, OptionalUser
from app.conditional import UNCHANGED, answer_if_changed
from app.errors import InvalidInputError, UnreadableBundleError
from app.language import translate as _
from app.openapi import document_errors
from app.problems.schemas import ProblemDetail, ProblemList
from app.services import ServicesDep

router = APIRouter(prefix="/api/v1/problems", tags=["problems"])


@router.get("", response_model=ProblemList, responses=UNCHANGED)
async def list_problems(
    request: Request,
    user: OptionalUser,
    services: ServicesDep,
    limit: Annotated[int | None, Query(ge=1, le=1000, description="At most so many; all, without it.")] = None,
    cursor: Annotated[str | None, Query(description="The `next` of an earlier answer: what comes after it.")] = None,
) -> Response:
    """All published problems, by track and position, with how far the asker has come; in parts where that is asked.

    The answer has an `ETag`: send it as `If-None-Match`, and what hasn't changed is answered with 304.
    """
    listed = await services.problems.list_problems(user)
    if cursor is not None:
        slugs = [one.slug for one in listed]
        if cursor not in slugs:
            raise InvalidInputError("query.cursor", _("Nothing has this cursor: begin without one."))
        listed = listed[slugs.index(cursor) + 1 :]
    part = listed if limit is None else listed[:limit]
    following = part[-1].slug if len(part) < len(listed) else None
    return answer_if_changed(request, ProblemList(problems=part, next=following))


@router.get(
    "/{slug}",
    response_model=ProblemDetail,
    responses={**UNCHANGED, **document_errors(UnreadableBundleError)},
)
async def get_problem(slug: str, request: Request, user: OptionalUser, services: ServicesDep) -> Response:
    """All of a problem that the asker may see. It has an `ETag`, as the list has."""
    return answer_if_changed(request, await services.problems.get_problem(slug, user))


@router.post("/{slug}/hints/{number}", responses=document_errors(UnreadableBundleError))
async def open_hint(slug: str, number: int, user: CurrentUser, services: ServicesDep) -> ProblemDetail:
    """Open a hint, counted from 1 and one after the other. That it was opened is recorded."""
    return await services.problems.open_hint(slug, user, number)


@router.post("/{slug}/solution", responses=document_errors(UnreadableBundleError))
async def give_up(slug: str, user: CurrentUser, services: ServicesDep) -> ProblemDetail:
    """Give up: the solution is shown from now on, and that is recorded."""
    return await services.problems.give_up(slug, user)
