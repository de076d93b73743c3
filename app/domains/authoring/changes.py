"""Changes to a whole problem: retire it, delete a draft, rename a file, list a mutant as equivalent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from app.domains.audit.log import Action, record
from app.domains.authoring import repository
from app.domains.authoring.errors import FileNotInPackageError, TaskRunningError
from app.domains.authoring.findings import add_equivalent
from app.domains.authoring.schemas import SavedFile
from app.domains.limits.addresses import name_account
from app.kit.errors import ConflictError, ForbiddenError, InvalidInputError
from app.kit.language import translate as _
from grader.package.files import EQUIVALENT

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.authoring.authored import Authored
    from app.domains.authoring.service import AuthoringService
    from app.domains.problems.betas import BetaService
    from app.domains.problems.lifecycle import Lifecycle
    from app.kit.workers.pool import Workers

LISTING: Final = f"solutions/{EQUIVALENT}"
"""The path, in a working copy, of the list of equivalent mutants and fakes."""


class ChangeService:
    """Changes whole problems for the browser and the API; the command line makes these changes to files."""

    def __init__(
        self,
        database: Database,
        authoring: AuthoringService,
        lifecycle: Lifecycle,
        betas: BetaService,
        workers: Workers,
    ) -> None:
        self._database = database
        self._authoring = authoring
        self._lifecycle = lifecycle
        self._betas = betas
        self._workers = workers

    async def retire(self, problem: Authored, *, retired: bool) -> None:
        """Retire a problem, or restore it; raises `ConflictError` if it isn't published."""
        if problem.row.version is None:
            raise ConflictError(_("`%(slug)s` isn't published: there is nothing to retire.", slug=problem.slug))
        await self._lifecycle.retire(problem.slug, retired=retired)

    async def set_beta(self, problem: Authored, *, beta: bool) -> None:
        """Show a problem to volunteers only, or release it to all; raises as `BetaService.begin` and `release` do."""
        if beta:
            await self._betas.begin(problem.slug)
        else:
            await self._betas.release(problem.slug)

    async def discard(self, problem: Authored) -> None:
        """Delete a problem that was never published, with its files; for its owner and admins.

        Raises `ForbiddenError` for others, and `ConflictError` for a problem that has a version, since its submissions
        must stay readable, that is in the installation's own folder, or that has a running task.
        """
        if not problem.is_owned:
            raise ForbiddenError(_("Only the owner of a problem can delete it."))
        published = ConflictError(
            _("`%(slug)s` has a version, and its submissions must stay readable. Retire it instead.", slug=problem.slug)
        )
        problem_id = problem.problem_id
        if problem_id is None or self._authoring.copies.is_installed(problem.slug):
            raise ConflictError(
                _("`%(slug)s` is in the installation's own folder, which only its operator changes.", slug=problem.slug)
            )

        def store(session: Session) -> None:
            task = repository.find_task(session, problem.slug)
            if task is not None and not task.status.is_over:
                raise TaskRunningError(problem.slug)
            if not repository.delete_draft(session, problem.slug, problem_id):
                raise published
            record(session, Action.PROBLEM_DISCARDED, problem.slug)

        await self._database.write(store)
        await asyncio.to_thread(self._authoring.copies.discard, problem.slug)

    async def rename(self, problem: Authored, path: str, to: str, *, replaces: str) -> SavedFile:
        """Rename a file; raises as `WorkingCopies.rename` does."""
        tag = await asyncio.to_thread(self._authoring.copies.rename, problem.slug, path, to, replaces=replaces)
        return SavedFile(path=to, etag=tag, findings=await self._authoring.find_findings(problem))

    async def list_as_equivalent(self, problem: Authored, name: str, reason: str) -> SavedFile:
        """Add a mutant or fake to `equivalent.yaml`, with the reason why it makes no difference.

        Raises `InvalidInputError` for an unknown name, one that is already listed, or too short a reason;
        `EditedMeanwhileError`, `TooHeavyError` and `WorkersBusyError`.
        """
        try:
            content, tag = await self._authoring.read_file(problem, LISTING)
        except FileNotInPackageError:
            content, tag = b"", None
        who, line = name_account(problem.user.id), (name.strip(), reason.strip())
        text, wrong = await self._workers.run(who, add_equivalent, content.decode(), *line)
        if wrong:
            raise InvalidInputError("name", wrong)
        return await self._authoring.write_file(problem, LISTING, text.encode(), replaces=tag)
