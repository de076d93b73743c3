"""Reading problems over HTTP."""

from fastapi import APIRouter

from app.accounts.dependencies import OptionalUser
from app.problems.schemas import ProblemDetail, ProblemList
from app.services import ServicesDep

router = APIRouter(prefix="/api/v1/problems", tags=["problems"])


@router.get("")
async def list_problems(user: OptionalUser, services: ServicesDep) -> ProblemList:
    """All published problems, with what the asker has solved."""
    return ProblemList(problems=await services.problems.list_problems(user))


@router.get("/{slug}")
async def get_problem(slug: str, user: OptionalUser, services: ServicesDep) -> ProblemDetail:
    """All of a problem that the asker may see."""
    return await services.problems.get_problem(slug, user)
