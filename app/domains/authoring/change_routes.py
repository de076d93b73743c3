"""Changes to whole problems over HTTP, which the command line makes with commands and files."""

from typing import Annotated

from fastapi import APIRouter, Header, status

from app.domains.authoring.dependencies import AuthoredProblem, ChangesDep, TasksDep
from app.domains.authoring.errors import EditedMeanwhileError, FileNotInPackageError
from app.domains.authoring.schemas import (
    AskedTrial,
    Equivalence,
    NewName,
    Reason,
    SavedFile,
    Staged,
    TaskKind,
    TaskView,
)
from app.http.documentation import document_errors
from app.kit.errors import ConflictError, InvalidInputError, UnreadableBundleError, VersionNotFoundError
from app.kit.workers.errors import TooHeavyError, WorkersBusyError

router = APIRouter(prefix="/api/v1/authoring/problems/{slug}", tags=["authoring"])

BEGUN = document_errors(ConflictError, TooHeavyError, WorkersBusyError)
CONFLICT = document_errors(ConflictError)


@router.delete("", status_code=status.HTTP_204_NO_CONTENT, responses=CONFLICT)
async def discard_problem(problem: AuthoredProblem, changes: ChangesDep) -> None:
    """Delete a draft: a problem that was never published, with its files; for its owner and admins."""
    await changes.discard(problem)


@router.post("/try", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def try_solution(asked: AskedTrial, problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Grade one of the problem's own solutions in the background, by one case or by all.

    The task's `report` shows everything, also of hidden cases: names, inputs, expected and returned values, times.
    """
    return await tasks.start(problem, TaskKind.TRY, trial=asked)


@router.post("/redraw", status_code=status.HTTP_202_ACCEPTED, responses=BEGUN)
async def redraw_problem(problem: AuthoredProblem, tasks: TasksDep) -> TaskView:
    """Publish the working copy with other hidden cases, in the background. If it doesn't pass, nothing changes."""
    return await tasks.start(problem, TaskKind.REDRAW)


@router.post("/retire", status_code=status.HTTP_204_NO_CONTENT, responses=CONFLICT)
async def retire_problem(problem: AuthoredProblem, changes: ChangesDep) -> None:
    """Take a published problem off the list. Submissions stay readable."""
    await changes.retire(problem, retired=True)


@router.post("/restore", status_code=status.HTTP_204_NO_CONTENT, responses=CONFLICT)
async def restore_problem(problem: AuthoredProblem, changes: ChangesDep) -> None:
    """Put a retired problem back on the list."""
    await changes.retire(problem, retired=False)


@router.post("/beta", status_code=status.HTTP_204_NO_CONTENT, responses=CONFLICT)
async def begin_beta(problem: AuthoredProblem, changes: ChangesDep) -> None:
    """Show a new problem to volunteers only, from its first version on; what they send doesn't count."""
    await changes.set_beta(problem, beta=True)


@router.post("/release", status_code=status.HTTP_204_NO_CONTENT, responses=CONFLICT)
async def release_problem(problem: AuthoredProblem, changes: ChangesDep) -> None:
    """End the beta: everybody sees the problem from now on."""
    await changes.set_beta(problem, beta=False)


@router.post(
    "/versions/{number}/stage",
    status_code=status.HTTP_202_ACCEPTED,
    responses=document_errors(VersionNotFoundError, ConflictError, UnreadableBundleError),
)
async def stage_version(number: int, asked: Reason, problem: AuthoredProblem, tasks: TasksDep) -> Staged:
    """Stage an earlier version as the newest. The regrade says which verdicts it changes: apply or drop it."""
    return Staged(regrade=await tasks.stage_version(problem, number, asked.reason))


@router.post("/equivalent", responses=document_errors(EditedMeanwhileError, TooHeavyError, WorkersBusyError))
async def list_as_equivalent(asked: Equivalence, problem: AuthoredProblem, changes: ChangesDep) -> SavedFile:
    """Add a mutant or a fake to `equivalent.yaml`, with the reason why it makes no difference."""
    return await changes.list_as_equivalent(problem, asked.name, asked.reason)


@router.post(
    "/rename/{path:path}", responses=document_errors(FileNotInPackageError, EditedMeanwhileError, ConflictError)
)
async def rename_file(
    path: str,
    asked: NewName,
    problem: AuthoredProblem,
    changes: ChangesDep,
    if_match: Annotated[str | None, Header()] = None,
) -> SavedFile:
    """Give a file another path. `If-Match` has the `ETag` of its content. No other file is replaced."""
    if if_match is None:
        raise InvalidInputError("If-Match", "Send If-Match with the ETag of the content that is meant, or * for any.")
    return await changes.rename(problem, path, asked.path, replaces=if_match)
