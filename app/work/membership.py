"""A runner's membership in the fleet: registration, heartbeats, status, and setting aside.

A runner learns its new status from its next heartbeat. Nothing is claimed in the meantime, because the claim itself
checks the status in the database (`app.domains.fleet.repository.may_claim`). It also learns how many runners like it
are idle: all of them are notified of each job, and where they are many, each polls for only a share.

A grade that fails on the platform's side counts against the runner, and one that ends in a verdict clears the count. An
unreadable bundle doesn't count: otherwise one broken problem would set the whole fleet aside.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from app.db.statuses import RunnerStatus
from app.domains.fleet.schemas import Registration
from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import OUTAGE
from grader.errors import GraderError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.domains.fleet.service import FleetService
    from app.kit.settings import Settings
    from app.work.grading import GraderPort
    from grader.report import Stack

POLLERS: Final = 8
"""The number of idle runners that poll for each job. More would only find that it is gone."""

logger = structlog.stdlib.get_logger(__name__)


class Membership:
    """A runner's membership, from `join` to `leave`. `count_running` returns how many submissions it is grading."""

    def __init__(
        self,
        fleet: FleetService,
        settings: Settings,
        name: str,
        grader: GraderPort,
        count_running: Callable[[], int],
    ) -> None:
        self._fleet = fleet
        self._settings = settings
        self._name = name
        self._grader = grader
        self._count_running = count_running
        self._registration = Registration(
            name=name,
            host=name.rsplit(":", 2)[0],
            capacity=settings.workers,
            device=settings.device,
            labels=settings.runner_labels,
        )
        self._abilities: dict[str, str] = {}
        self._failures = 0
        self._status = RunnerStatus.ACTIVE
        self._reported_empty = False
        self._idle = 1
        self.stack: Stack | None = None
        """The versions in the sandbox, once they are known."""

    @property
    def share(self) -> float:
        """The share of new jobs to poll for, from 0 to 1: some `POLLERS` of all idle runners poll for each."""
        return min(1.0, POLLERS / max(1, self._idle))

    async def join(self) -> None:
        """Register. Raises `DatabaseUnavailableError`."""
        await self._fleet.register(self._registration)

    async def keep(self) -> None:
        """Send heartbeats until cancelled, and report the sandbox's versions as soon as they are known."""
        await asyncio.gather(self._show_life(), self._describe())

    async def _show_life(self) -> None:
        while True:
            await self.report()
            await asyncio.sleep(self._settings.lost_after_s / 4)

    async def _describe(self) -> None:
        while True:
            self._abilities = await asyncio.to_thread(self._find_abilities)
            await self.report()
            if self.stack is not None:
                return
            await asyncio.sleep(self._settings.lost_after_s)

    async def report(self) -> None:
        """Send a heartbeat. If that fails, the next one catches up."""
        running = self._count_running()
        try:
            stored = await self._fleet.record_report(
                self._name, running=running, failures=self._failures, **self._abilities
            )
            if stored is None:  # its row was deleted because there was no heartbeat for too long
                await self.join()
                return
        except DatabaseUnavailableError as error:
            OUTAGE.report("heartbeat", error.message)
            return
        status, self._idle = stored
        if status is not self._status:
            logger.info("runner_status_changed", runner=self._name, status=status.value)
            if status.claims:
                self._failures = 0
            self._status, self._reported_empty = status, False
        if not status.claims and not running and not self._reported_empty:
            self._reported_empty = True
            logger.info("runner_drained", runner=self._name, status=status.value)

    async def leave(self) -> None:
        """Unregister."""
        try:
            await self._fleet.unregister(self._name)
        except DatabaseUnavailableError as error:
            logger.warning("runner_not_unregistered", runner=self._name, reason=error.message)

    def note_success(self) -> None:
        """Record that a grade ended in a verdict."""
        self._failures = 0

    def note_failure(self) -> bool:
        """Record that a grade failed on the platform's side; return whether too many in a row did."""
        self._failures += 1
        return 0 < self._settings.runner_failures <= self._failures

    async def set_aside(self, reason: str) -> None:
        """Set the runner aside, because too many grades failed in a row, the last for this reason."""
        text = f"{self._failures} grades in a row failed on the platform's side, the last with {reason}"
        try:
            if await self._fleet.set_aside(self._name, text):
                self._status = RunnerStatus.SET_ASIDE
                logger.error("runner_set_aside", runner=self._name, reason=text, advice="`jaxdojo runner uncordon`")
        except DatabaseUnavailableError as error:
            logger.warning("runner_not_set_aside", runner=self._name, reason=error.message)

    async def report_if_requested(self) -> None:
        """Report the number of running grades at once if an admin is waiting for the runner to drain."""
        if not self._status.claims:
            await self.report()

    def _find_abilities(self) -> dict[str, str]:
        try:
            tier, stack = self._grader.tier, self._grader.stack
            self.stack = stack
            return {"tier": tier, "stack": stack.tell()}
        except (GraderError, OSError) as error:
            return {"tier": f"none: {error}"}
