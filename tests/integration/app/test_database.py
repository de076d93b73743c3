"""Transactions, and the guards in SQL."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, text

from app.db.models import Submission, User
from app.db.session import Database
from app.db.statuses import Role, Status
from app.db.transitions import change_status
from app.errors import SettingsError, TransitionError
from grader.report import Mode

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.services import Services
    from app.settings import Settings


async def test_a_write_is_kept_and_a_failed_one_is_not(services: Services) -> None:
    def add(session: Session, name: str) -> None:
        session.add(User(name=name, name_key=name, password_hash="", role=Role.LEARNER))
        session.flush()

    def fail(session: Session) -> None:
        add(session, "b")
        raise ZeroDivisionError

    await services.database.write(lambda session: add(session, "a"))
    with pytest.raises(ZeroDivisionError):
        await services.database.write(fail)
    assert await services.database.read(lambda session: session.scalars(select(User.name)).all()) == ["a"]


async def test_a_commit_is_on_the_disk(services: Services) -> None:
    def ask(session: Session) -> list[object]:
        return [session.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")]

    assert await services.database.read(ask) == ["wal", 2, 1]


async def test_many_writers_wait_for_each_other(services: Services, settings: Settings) -> None:
    def add(session: Session, name: str) -> None:
        count = session.scalar(select(func.count()).select_from(User))
        session.add(User(name=name, name_key=f"{name}{count}", password_hash="", role=Role.LEARNER))

    other = Database(settings.database_url)
    databases = (services.database, other)
    await asyncio.gather(*(databases[n % 2].write(partial(add, name=f"n{n}-")) for n in range(20)))
    await other.close()
    keys = await services.database.read(lambda session: session.scalars(select(User.name_key)).all())
    assert sorted(int(key.split("-")[1]) for key in keys) == list(range(20))


async def test_the_database_refuses_a_wrong_transition(services: Services, account: Account) -> None:
    await services.submissions.create(account, "double", "x = 1", Mode.RUN)
    row = await services.database.read(lambda session: session.scalars(select(Submission.id)).one())

    async def change(target: Status) -> None:
        await services.database.write(lambda session: change_status(session, Submission, row, target))

    for target in (Status.DONE, Status.FAILED, Status.QUEUED):
        with pytest.raises(TransitionError):
            await change(target)
    await change(Status.RUNNING)
    status = await services.database.read(lambda session: session.scalar(select(Submission.status)))
    assert status is Status.RUNNING


@pytest.mark.parametrize("url", ["nonsense", "nosuchdatabase://x", "sqlite+aiosqlite:///x"])
def test_an_address_that_cannot_be_used_is_named(url: str) -> None:
    with pytest.raises(SettingsError, match="JAXDOJO_DATABASE_URL"):
        Database(url)
