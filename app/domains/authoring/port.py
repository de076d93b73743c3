"""The workshop's interface for routes and pages, which may not import the code that starts sandboxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from app.domains.authoring.authored import Authored
    from app.domains.authoring.schemas import AskedTrial, TaskKind, TaskView


class Tasks(Protocol):
    """Tasks on working copies, one at a time for each problem."""

    async def find(self, slug: str) -> TaskView | None:
        """Return the last task of a problem."""

    async def start(
        self, problem: Authored, kind: TaskKind, reason: str = "", trial: AskedTrial | None = None
    ) -> TaskView:
        """Start a task; `reason` is for staging a version, `trial` for trying a solution.

        Raises `ConflictError` while another task of the problem is running.
        """

    async def stage_version(self, problem: Authored, number: int, reason: str) -> str:
        """Stage an earlier version as the newest one; returns the id of the regrade that shows what it changes."""

    def list_checks(self) -> Sequence[object]:
        """Return the documentation of each check that a problem can declare."""

    async def cancel(self, problem: Authored) -> TaskView:
        """Stop a problem's task; raises `TaskNotFoundError` without one, `ConflictError` if it has ended."""

    def follow(self, slug: str) -> AsyncIterator[TaskView]:
        """Yield a problem's last task now and whenever it changes, until it ends or the service stops."""
