"""The workshop's interface for routes and pages, which can't import what starts sandboxes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from app.domains.authoring.schemas import AskedTrial, TaskKind, TaskView
    from app.domains.authoring.service import Authored


class Tasks(Protocol):
    """Tasks on working copies, one at a time for each problem."""

    async def find(self, slug: str) -> TaskView | None:
        """Return the last task of a problem."""

    async def start(
        self, problem: Authored, kind: TaskKind, reason: str = "", trial: AskedTrial | None = None
    ) -> TaskView:
        """Begin a task, with the reason of a staging and the solution of a trial.

        Raises `ConflictError` while another one of the problem isn't over.
        """

    async def stage_version(self, problem: Authored, number: int, reason: str) -> str:
        """Stage an earlier version as the newest one; returns the id of the regrade that tells what it changes."""

    def list_checks(self) -> Sequence[object]:
        """Return what people read about each check that a problem can declare."""

    async def cancel(self, problem: Authored) -> TaskView:
        """Stop a problem's task; raises `NotFoundError` without one, `ConflictError` when it is over."""

    def follow(self, slug: str) -> AsyncIterator[TaskView]:
        """Yield a problem's last task now and whenever it changes, until it ends or the service stops."""
