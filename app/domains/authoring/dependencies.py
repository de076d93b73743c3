"""Access for authors: FastAPI dependencies for routes and pages. Every authoring route uses one of them."""

from typing import Annotated

from fastapi import Depends, Request

from app.db.statuses import SharingRole
from app.domains.accounts.dependencies import CurrentUser
from app.domains.accounts.schemas import Account
from app.domains.authoring.authored import Authored
from app.domains.authoring.changes import ChangeService
from app.domains.authoring.errors import TaskNotFoundError
from app.domains.authoring.port import Tasks
from app.domains.authoring.schemas import TaskView
from app.domains.authoring.service import AuthoringService
from app.domains.authoring.versions import VersionService
from app.http.parts import provide
from app.http.requests import SAFE_METHODS
from app.kit.errors import ForbiddenError
from app.kit.language import translate as _

AuthoringDep = Annotated[AuthoringService, provide("authoring")]


ChangesDep = Annotated[ChangeService, provide("changes")]
VersionsDep = Annotated[VersionService, provide("versions")]


async def current_author(user: CurrentUser) -> Account:
    """Return the requesting instructor or admin; raises `ForbiddenError` for learners."""
    if not user.role.is_author:
        raise ForbiddenError(
            _(
                "Only instructors can write problems. An admin can give you that role: `jaxdojo user role NAME "
                "instructor`."
            )
        )
    return user


CurrentAuthor = Annotated[Account, Depends(current_author)]
"""The requesting instructor or admin; 401 or 403 without one."""


async def find_authored(slug: str, request: Request, user: CurrentAuthor, authoring: AuthoringDep) -> Authored:
    """Return a problem that the user may read or, if the request changes it, edit.

    Raises `ProblemNotFoundError` or `ForbiddenError`.
    """
    return await _find_for(SharingRole.EDIT, slug, request, user, authoring)


async def find_discussed(slug: str, request: Request, user: CurrentAuthor, authoring: AuthoringDep) -> Authored:
    """Return a problem that the user may read or, if the request comments, comment on; raises as `find_authored`."""
    return await _find_for(SharingRole.COMMENT, slug, request, user, authoring)


async def _find_for(
    needed: SharingRole, slug: str, request: Request, user: Account, authoring: AuthoringService
) -> Authored:
    problem = await authoring.find(user, slug)
    if request.method in SAFE_METHODS or problem.role.allows(needed):
        return problem
    told = {
        SharingRole.READ: _("You may only read `%(slug)s`.", slug=slug),
        SharingRole.COMMENT: _("You may only read `%(slug)s` and answer reports on it.", slug=slug),
    }[problem.role]
    raise ForbiddenError(" ".join([told, _("Ask its owner to let you change it.")]))


AuthoredProblem = Annotated[Authored, Depends(find_authored)]
"""The route's problem, which the user may read or, if the request changes it, edit; 401, 403 or 404 otherwise."""
DiscussedProblem = Annotated[Authored, Depends(find_discussed)]
"""The route's problem, where changes need only the right to comment."""


def get_tasks(request: Request) -> Tasks:
    """Return this process's workshop."""
    tasks: Tasks = request.app.state.workshop
    return tasks


TasksDep = Annotated[Tasks, Depends(get_tasks)]
"""Provides the workshop to a route."""


async def find_task(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Return the last task of the route's problem; raises `TaskNotFoundError`."""
    task = await tasks.find(problem.slug)
    if task is None:
        raise TaskNotFoundError(problem.slug)
    return task


LastTask = Annotated[TaskView, Depends(find_task)]
"""The last task of the route's problem; 404 without one."""
