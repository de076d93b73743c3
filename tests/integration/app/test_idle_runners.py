"""Many idle runners: each job is looked for by some of them, so the others don't ask the database for nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from app.db.models import RegisteredRunner, now
from app.domains.fleet.schemas import Registration
from app.work.membership import POLLERS
from app.work.runner import MAX_STRETCH, POLL_WOKEN_S, Runner
from tests.integration.app.conftest import EACH_DATABASE

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.services import Services
    from tests.integration.app.conftest import StandInGrader

pytestmark = EACH_DATABASE


@pytest.fixture
async def runner(services: Services, grader: StandInGrader) -> Runner:
    """Return a registered runner that does nothing by itself."""
    made = Runner(services, grader)
    await made._membership.join()
    made._membership._abilities = made._membership._find_abilities()
    return made


async def add_runners(services: Services, grader: StandInGrader, count: int) -> None:
    """Register idle runners with this grader's versions, and then five that don't count."""
    stack = grader.stack.tell()
    for number in range(count + 5):
        name = f"host:{number}:a"
        device = "gpu" if number == count else "cpu"
        await services.fleet.register(Registration(name=name, host="host", capacity=2, device=device, labels=""))
        running = 2 if number == count + 1 else 1
        await services.fleet.record_report(name, running=running, stack="" if number == count + 2 else stack)
    await services.fleet.cordon(f"host:{count + 3}:a")

    def silence(session: Session) -> None:
        silent = update(RegisteredRunner).where(RegisteredRunner.name == f"host:{count + 4}:a")
        session.execute(silent.values(seen_at=now() - timedelta(minutes=5)))

    await services.database.write(silence)


async def test_only_idle_runners_of_the_same_kind_count(
    services: Services, grader: StandInGrader, runner: Runner
) -> None:
    """Others are of another device, busy, with other versions, cordoned or silent."""
    await add_runners(services, grader, 31)
    await runner._membership.report()
    assert runner._membership.share == POLLERS / 32


async def test_of_many_idle_runners_some_look_for_a_job(
    services: Services, grader: StandInGrader, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_runners(services, grader, 39)
    await runner._membership.report()
    assert runner._choose_pause_s() == POLL_WOKEN_S * MAX_STRETCH
    monkeypatch.setattr("app.work.runner.random.random", lambda: 0.21)
    runner.notify()
    assert not runner._wake.is_set()
    monkeypatch.setattr("app.work.runner.random.random", lambda: 0.19)
    runner.notify()
    assert runner._wake.is_set()


async def test_each_of_few_runners_looks_for_each_job(
    services: Services, grader: StandInGrader, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_runners(services, grader, POLLERS - 1)
    await runner._membership.report()
    assert runner._choose_pause_s() == POLL_WOKEN_S
    monkeypatch.setattr("app.work.runner.random.random", lambda: 0.99)
    runner.notify()
    assert runner._wake.is_set()
