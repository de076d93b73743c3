"""Transactions, and the guards in SQL."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, text

from app.db.models import Submission, User
from app.db.session import Database
from app.db.statuses import Role, Status
from app.db.transitions import change_status
from app.errors import TransitionError
from grader.report import Mode

if TYPE_CHECKING:
    from app.accounts.schemas import Account
    from app.services import Services
    from app.settings import Settings


async def test_a_write_is_kept_and_a_failed_one_is_not(services: Services) -> None:
    async with services.database.write() as session:
        session.add(User(name="a", name_key="a", password_hash="", role=Role.LEARNER))
    with pytest.raises(ZeroDivisionError):  # noqa: PT012
        async with services.database.write() as session:
            session.add(User(name="b", name_key="b", password_hash="", role=Role.LEARNER))
            await session.flush()
            raise ZeroDivisionError
    async with services.database.read() as session:
        assert (await session.scalars(select(User.name))).all() == ["a"]


async def test_a_commit_is_on_the_disk(services: Services) -> None:
    async with services.database.read() as session:
        assert await session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert await session.scalar(text("PRAGMA synchronous")) == 2
        assert await session.scalar(text("PRAGMA foreign_keys")) == 1


async def test_many_writers_wait_for_each_other(services: Services, settings: Settings) -> None:
    async def add(database: Database, name: str) -> None:
        async with database.write() as session:
            count = await session.scalar(select(func.count()).select_from(User))
            session.add(User(name=name, name_key=f"{name}{count}", password_hash="", role=Role.LEARNER))

    other = Database(settings.database_url)
    await asyncio.gather(*(add((services.database, other)[n % 2], f"n{n}-") for n in range(20)))
    await other.close()
    async with services.database.read() as session:
        keys = (await session.scalars(select(User.name_key))).all()
    assert sorted(int(key.split("-")[1]) for key in keys) == list(range(20))


async def test_the_database_refuses_a_wrong_transition(services: Services, account: Account) -> None:
    await services.submissions.create(account, "double", "x = 1", Mode.RUN)
    async with services.database.read() as session:
        row = await session.scalar(select(Submission.id))
    assert row is not None
    for target in (Status.DONE, Status.FAILED, Status.QUEUED):
        with pytest.raises(TransitionError):
            async with services.database.write() as session:
                await change_status(session, Submission, row, target)
    async with services.database.write() as session:
        await change_status(session, Submission, row, Status.RUNNING)
    async with services.database.read() as session:
        assert await session.scalar(select(Submission.status)) is Status.RUNNING
