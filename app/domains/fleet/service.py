"""The fleet, for its operators: the runners, their states, and the queue."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog

from app.db.models import now
from app.db.statuses import RunnerStatus
from app.domains.audit.log import Action, record
from app.domains.fleet import repository
from app.domains.fleet.errors import RunnerNotFoundError
from app.domains.fleet.schemas import FleetState
from app.kit.errors import ConflictError, find_nearest

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.fleet.schemas import QueueView, Registration, RunnerView
    from app.kit.settings import Settings

FORGET_AFTER: Final = timedelta(hours=1)
"""Time for which a silent runner is still listed."""
MAX_FAILURES: Final = 50
"""Maximum number of failed submissions listed."""

logger = structlog.stdlib.get_logger(__name__)


class FleetService:
    """Registers runners, changes their states, and describes the fleet and its queue."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database

    # For runners ---------------------------------------------------------------------------------------------------

    async def register(self, registration: Registration) -> None:
        """Register a runner."""

        def store(session: Session) -> None:
            repository.drop_silent(session, FORGET_AFTER)
            repository.drop_runner(session, registration.name)
            repository.add_runner(session, registration)

        await self._database.write(store)

    async def unregister(self, name: str) -> None:
        """Delete a runner that stops."""
        await self._database.write(lambda session: repository.drop_runner(session, name))

    async def record_report(self, name: str, **values: object) -> tuple[RunnerStatus, int] | None:
        """Store a runner's report and heartbeat.

        Returns its status and how many runners like it have a free slot; None if it isn't registered.
        """
        since = self._find_silence()

        def store(session: Session) -> tuple[RunnerStatus, int] | None:
            status = repository.update_runner(session, name, **values)
            return None if status is None else (status, repository.count_idle(session, name, since))

        return await self._database.write(store)

    async def set_aside(self, name: str, reason: str) -> bool:
        """Stop a runner that keeps failing from claiming jobs; returns False if it claimed none anyway."""
        return await self._database.write(
            lambda session: repository.change_runner(session, name, RunnerStatus.SET_ASIDE, reason=reason)
        )

    # For admins ----------------------------------------------------------------------------------------------------

    async def list_runners(self) -> list[RunnerView]:
        """Return all runners, by name."""
        since = self._find_silence()
        return await self._database.read(lambda session: repository.list_runners(session, since))

    async def find_runner(self, name: str) -> RunnerView:
        """Return a runner; raises `RunnerNotFoundError`."""
        runners = {runner.name: runner for runner in await self.list_runners()}
        if name not in runners:
            raise RunnerNotFoundError(name, find_nearest(name, runners))
        return runners[name]

    async def drain(self, name: str) -> RunnerView:
        """Let a runner finish its jobs and claim no more. Raises `RunnerNotFoundError`."""
        return await self._change(name, RunnerStatus.DRAINING, running=None)

    async def cordon(self, name: str) -> RunnerView:
        """Stop a runner from claiming jobs until `uncordon`. Raises `RunnerNotFoundError`, `ConflictError`."""
        return await self._change(name, RunnerStatus.CORDONED, running=None)

    async def uncordon(self, name: str) -> RunnerView:
        """Let a runner claim jobs again, whatever its state. Raises `RunnerNotFoundError`."""
        return await self._change(name, RunnerStatus.ACTIVE, failures=0, reason="")

    async def _change(self, name: str, target: RunnerStatus, **values: object) -> RunnerView:
        found = await self.find_runner(name)

        def store(session: Session) -> bool:
            if not repository.change_runner(session, name, target, **values):
                return False
            record(session, Action.RUNNER_CHANGED, name, before=found.status.value, after=target.value)
            return True

        if found.status is not target:
            if not await self._database.write(store):
                raise ConflictError(f"`{name}` is {found.status.value}: it can't be made {target.value}.")
            logger.info("runner_changed", runner=name, before=found.status.value, after=target.value)
        return await self.find_runner(name)

    async def describe_queue(self) -> QueueView:
        """Return the queue's state."""
        since = self._find_silence()
        return await self._database.read(lambda session: repository.describe_queue(session, MAX_FAILURES, since))

    async def describe(self) -> FleetState:
        """Return all runners, and the submissions that wait for each kind of runner."""
        since = self._find_silence()
        return await self._database.read(
            lambda session: FleetState(repository.list_runners(session, since), repository.list_waiting(session, since))
        )

    def _find_silence(self) -> datetime:
        """Return the moment before which the last heartbeat makes a runner silent."""
        return now() - timedelta(seconds=self._settings.lost_after_s)
