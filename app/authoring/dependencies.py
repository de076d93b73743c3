"""Who may author: FastAPI dependencies for routes and pages. Every route of authoring has one of them."""

from typing import Annotated

from fastapi import Depends

from app.accounts.dependencies import CurrentUser
from app.accounts.schemas import Account
from app.authoring.service import Authored
from app.errors import ForbiddenError
from app.services import ServicesDep


async def current_author(user: CurrentUser) -> Account:
    """Return the instructor or admin who asks; raises `ForbiddenError` for learners."""
    if not user.role.is_author:
        raise ForbiddenError(
            "Problems are written by instructors. An admin makes one: `jaxdojo user role NAME instructor`."
        )
    return user


CurrentAuthor = Annotated[Account, Depends(current_author)]
"""The instructor or admin who asks; 401 or 403 without one."""


async def find_authored(slug: str, user: CurrentAuthor, services: ServicesDep) -> Authored:
    """Return a problem that the asker may change; raises `ProblemNotFoundError` or `ForbiddenError`."""
    return await services.authoring.find(user, slug)


AuthoredProblem = Annotated[Authored, Depends(find_authored)]
"""The problem of the route, which the asker may change; 401, 403 or 404 otherwise."""
