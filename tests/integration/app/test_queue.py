"""The queue: order, claims, and jobs of runners that vanish."""

from __future__ import annotations

import asyncio
import os
import socket
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from app.db.models import Job, now
from app.db.session import Database
from app.errors import LostClaimError
from app.queue.local import LocalQueue, name_runner
from app.queue.port import Claim
from grader.report import Mode, Report, Verdict

if TYPE_CHECKING:
    from app.accounts.schemas import Account
    from app.services import Services
    from app.settings import Settings
    from app.submissions.schemas import SubmissionView


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"max_pending": 100})


async def _submit(services: Services, account: Account, mode: Mode = Mode.SUBMIT) -> SubmissionView:
    return await services.submissions.create(account, "double", "x = 1", mode)


def _report(verdict: Verdict = Verdict.ACCEPTED) -> Report:
    return Report(problem="double", version="1", mode=Mode.SUBMIT, verdict=verdict, code="c", message="m", score=1.0)


async def test_first_in_first_out_and_runs_before_submits(services: Services, account: Account) -> None:
    first, second = await _submit(services, account), await _submit(services, account)
    run = await _submit(services, account, Mode.RUN)
    assert [first.position, second.position, run.position] == [1, 2, 1]
    assert (await services.submissions.get(second.id, account)).position == 3
    works = [await services.ledger.begin("r") for _ in range(4)]
    assert [work and work.public_id for work in works] == [run.id, first.id, second.id, None]


async def test_two_claimers_never_get_the_same_job(services: Services, account: Account, settings: Settings) -> None:
    for _ in range(12):
        await _submit(services, account)
    databases = [Database(settings.database_url) for _ in range(3)]
    queue = LocalQueue()

    async def claim_all(database: Database, runner: str) -> list[int]:
        claimed: list[int] = []
        while True:
            claim = await database.write(lambda session: queue.claim(session, runner))
            if claim is None:
                return claimed
            claimed.append(claim.job_id)

    got = await asyncio.gather(*(claim_all(database, f"r{n}") for n, database in enumerate(databases)))
    for database in databases:
        await database.close()
    assert sorted(job for jobs in got for job in jobs) == sorted({job for jobs in got for job in jobs})
    assert sum(map(len, got)) == 12


async def test_a_runner_that_lost_its_claim_changes_nothing(services: Services, account: Account) -> None:
    made = await _submit(services, account)
    old = await services.ledger.begin("host:1:a")
    assert old is not None
    await services.database.write(lambda session: session.execute(update(Job).values(heartbeat_at=None)))
    assert await services.ledger.take_back_lost("host:2:b") == (1, 0)
    new = await services.ledger.begin("host:2:b")
    assert new is not None
    assert new.claim.attempt == 2
    with pytest.raises(LostClaimError):
        await services.ledger.finish(old, _report(Verdict.WRONG_ANSWER), [])
    with pytest.raises(LostClaimError):
        await services.ledger.release(old)
    await services.ledger.finish(new, _report(), [])
    view = await services.submissions.get(made.id, account)
    assert view.verdict is Verdict.ACCEPTED
    kinds = [event.kind async for event in services.submissions.events(made.id, account)]
    assert kinds == ["queued", "started", "queued", "started", "verdict"]


async def test_a_job_that_kills_each_runner_fails_in_the_end(services: Services, account: Account) -> None:
    made = await _submit(services, account)
    for attempt in range(1, 4):
        work = await services.ledger.begin(f"host:1:{attempt}")
        assert work is not None
        assert work.claim.attempt == attempt
        await services.database.write(lambda session: session.execute(update(Job).values(heartbeat_at=None)))
        assert await services.ledger.take_back_lost("host:2:b") == ((1, 0) if attempt < 3 else (0, 1))
    view = await services.submissions.get(made.id, account)
    assert (view.status, view.verdict) == ("failed", "internal_error")


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        (f"{socket.gethostname()}:{2**22 + 1}:aa", True),  # No such process: above the kernel's largest id.
        (f"{socket.gethostname()}:{os.getpid()}:other", True),  # Our process id, and not us: from before a restart.
        (f"{socket.gethostname()}:{os.getppid()}:aa", False),
        ("elsewhere:1:aa", False),
    ],
)
async def test_the_dead_of_this_host_are_known_at_once(
    services: Services, account: Account, name: str, *, lost: bool
) -> None:
    await _submit(services, account)
    assert await services.ledger.begin(name) is not None
    assert await services.ledger.take_back_lost(name_runner()) == ((1, 0) if lost else (0, 0))


async def test_own_jobs_are_not_lost(services: Services, account: Account) -> None:
    await _submit(services, account)
    name = name_runner()
    assert await services.ledger.begin(name) is not None
    assert await services.ledger.take_back_lost(name) == (0, 0)


async def test_a_released_job_may_be_delayed(services: Services, account: Account) -> None:
    await _submit(services, account)
    work = await services.ledger.begin("r")
    assert work is not None
    assert await services.ledger.retry_or_fail(work, delay_s=60)
    assert await services.ledger.begin("r") is None
    await services.database.write(lambda session: session.execute(update(Job).values(not_before=now())))
    again = await services.ledger.begin("r")
    assert again is not None
    assert again.claim == Claim(work.claim.job_id, work.claim.submission_id, 2, "r")
    await services.ledger.release(again)
    third = await services.ledger.begin("r")
    assert third is not None
    assert third.claim.attempt == 2, "a release because of a stop doesn't count"
