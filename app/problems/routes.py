"""Reading problems over HTTP."""

from fastapi import APIRouter

from app.accounts.dependencies import CurrentUser, OptionalUser
from app.problems.schemas import ProblemDetail, ProblemList
from app.services import ServicesDep

router = APIRouter(prefix="/api/v1/problems", tags=["problems"])


@router.get("")
async def list_problems(user: OptionalUser, services: ServicesDep) -> ProblemList:
    """All published problems, with how far the asker has come."""
    return ProblemList(problems=await services.problems.list_problems(user))


@router.get("/{slug}")
async def get_problem(slug: str, user: OptionalUser, services: ServicesDep) -> ProblemDetail:
    """All of a problem that the asker may see."""
    return await services.problems.get_problem(slug, user)


@router.post("/{slug}/hints/{number}")
async def open_hint(slug: str, number: int, user: CurrentUser, services: ServicesDep) -> ProblemDetail:
    """Open a hint, counted from 1 and one after the other. That it was opened is recorded."""
    return await services.problems.open_hint(slug, user, number)


@router.post("/{slug}/solution")
async def give_up(slug: str, user: CurrentUser, services: ServicesDep) -> ProblemDetail:
    """Give up: the solution is shown from now on, and that is recorded."""
    return await services.problems.give_up(slug, user)
