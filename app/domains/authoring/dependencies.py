"""Access for authors: FastAPI dependencies for routes and pages. Every route of authoring has one of them."""

from typing import Annotated

from fastapi import Depends, Request

from app.db.statuses import SharingRole
from app.domains.accounts.dependencies import CurrentUser
from app.domains.accounts.schemas import Account
from app.domains.authoring.changes import ChangeService
from app.domains.authoring.port import Tasks
from app.domains.authoring.schemas import TaskView
from app.domains.authoring.service import Authored, AuthoringService
from app.domains.authoring.versions import VersionService
from app.http.parts import provide
from app.http.requests import SAFE_METHODS
from app.kit.errors import ForbiddenError, NotFoundError
from app.kit.language import translate as _

AuthoringDep = Annotated[AuthoringService, provide("authoring")]


ChangesDep = Annotated[ChangeService, provide("changes")]
VersionsDep = Annotated[VersionService, provide("versions")]


async def current_author(user: CurrentUser) -> Account:
    """Return the instructor or admin who asks; raises `ForbiddenError` for learners."""
    if not user.role.is_author:
        raise ForbiddenError(
            _(
                "Only instructors can write problems. An admin can give you that role: `jaxdojo user role NAME "
                "instructor`."
            )
        )
    return user


CurrentAuthor = Annotated[Account, Depends(current_author)]
"""The instructor or admin who asks; 401 or 403 without one."""


async def find_authored(slug: str, request: Request, user: CurrentAuthor, authoring: AuthoringDep) -> Authored:
    """Return a problem that the asker may read, or change where the request does so.

    Raises `ProblemNotFoundError` or `ForbiddenError`.
    """
    return await _find_for(SharingRole.EDIT, slug, request, user, authoring)


async def find_discussed(slug: str, request: Request, user: CurrentAuthor, authoring: AuthoringDep) -> Authored:
    """Return a problem that the asker may read, or comment on where the request does so; raises the same."""
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
"""The route's problem, which the asker may read, or change where the request does so; 401, 403 or 404 otherwise."""
DiscussedProblem = Annotated[Authored, Depends(find_discussed)]
"""The same for what only needs the right to comment."""


def get_tasks(request: Request) -> Tasks:
    """Return the workshop of this process."""
    tasks: Tasks = request.app.state.workshop
    return tasks


TasksDep = Annotated[Tasks, Depends(get_tasks)]
"""A route's parameter of this type is given the workshop."""


async def find_task(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Return the last task of the route's problem; raises `NotFoundError`."""
    task = await tasks.find(problem.slug)
    if task is None:
        raise NotFoundError(_("`%(slug)s` hasn't been checked yet.", slug=problem.slug))
    return task


LastTask = Annotated[TaskView, Depends(find_task)]
"""The last task of the route's problem; 404 without one."""
