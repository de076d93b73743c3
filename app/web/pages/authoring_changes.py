"""Instructors' actions on a problem as a whole, from the forms on its pages."""

from enum import StrEnum
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from app.domains.authoring.dependencies import AuthoredProblem, ChangesDep, TasksDep
from app.web.navigation import go

router = APIRouter(prefix="/authoring/{slug}", default_response_class=HTMLResponse, include_in_schema=False)


class ProblemChange(StrEnum):
    """An action on a whole problem."""

    RETIRE = "retire"
    RESTORE = "restore"
    DISCARD = "discard"
    BETA = "beta"
    RELEASE = "release"


@router.post("/change")
async def change_problem(
    problem: AuthoredProblem, changes: ChangesDep, change: Annotated[ProblemChange, Form()]
) -> Response:
    """Retire a problem, put it back on the list, begin or end its beta, or delete a draft."""
    if change is ProblemChange.DISCARD:
        await changes.discard(problem)
        return go("/authoring")
    if change in {ProblemChange.BETA, ProblemChange.RELEASE}:
        await changes.set_beta(problem, beta=change is ProblemChange.BETA)
    else:
        await changes.retire(problem, retired=change is ProblemChange.RETIRE)
    return go(f"/authoring/{problem.slug}/versions")


@router.post("/restage")
async def stage_version(
    problem: AuthoredProblem,
    tasks: TasksDep,
    number: Annotated[int, Form()],
    reason: Annotated[str, Form(max_length=1000)],
) -> Response:
    """Stage an earlier version as the newest, and show which verdicts it changes."""
    regrade = await tasks.stage_version(problem, number, reason)
    return go(f"/authoring/{problem.slug}/regrades/{regrade}")


@router.post("/rename")
async def rename_file(
    problem: AuthoredProblem,
    changes: ChangesDep,
    file: Annotated[str, Form()],
    tag: Annotated[str, Form()],
    to: Annotated[str, Form(max_length=200)],
) -> Response:
    """Give a file another name, and show it."""
    saved = await changes.rename(problem, file, to.strip(), replaces=tag)
    return go(f"/authoring/{problem.slug}?file={quote(saved.path)}")


@router.post("/equivalent")
async def list_as_equivalent(
    problem: AuthoredProblem,
    changes: ChangesDep,
    name: Annotated[str, Form(max_length=200)],
    reason: Annotated[str, Form(max_length=1000)],
) -> Response:
    """Add a mutant to those that make no difference, and show the list."""
    saved = await changes.list_as_equivalent(problem, name, reason)
    return go(f"/authoring/{problem.slug}?file={quote(saved.path)}")
