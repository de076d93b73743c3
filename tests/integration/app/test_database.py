"""Transactions, and the guards in SQL."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Final

import pytest
from sqlalchemy import func, select, text

from app.db import session as module
from app.db.errors import UnstorableError
from app.db.models import Submission, User
from app.db.session import Database
from app.db.statuses import Role, Status
from app.db.transitions import change_status
from app.domains.submissions import repository
from app.domains.submissions.errors import TooManyPendingError
from app.domains.submissions.schemas import Origin
from app.kit.errors import SettingsError, TransitionError
from grader.report import Mode
from tests.integration.app.conftest import EACH_DATABASE

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.kit.settings import Settings
    from app.services import Services

pytestmark = EACH_DATABASE

DURABLE: Final = module.DURABLE
"""The program's own, before `tests/conftest.py` replaces it."""


@pytest.fixture
def _durable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DURABLE", DURABLE)


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


@pytest.mark.databases("sqlite")
@pytest.mark.usefixtures("_durable")
async def test_a_commit_is_on_the_disk(services: Services) -> None:
    def ask(session: Session) -> list[object]:
        return [session.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")]

    assert await services.database.read(ask) == ["wal", 2, 1]


@pytest.mark.databases("sqlite")
@pytest.mark.usefixtures("_durable")
async def test_only_a_commit_that_need_not_last_does_not_wait_for_the_disk(services: Services) -> None:
    def ask(session: Session) -> object:
        return session.scalar(text("PRAGMA synchronous"))

    full, normal = 2, 1
    for lasts in (True, False, True):
        assert await services.database.write(ask, lasts=lasts) == (full if lasts else normal)
    assert services.database.write_blocking(ask) == full


async def test_many_writers_wait_for_each_other(services: Services, settings: Settings) -> None:
    def add(session: Session) -> None:
        count = session.scalar(select(func.count()).select_from(User))
        session.add(User(name=f"n{count}", name_key=f"n{count}", password_hash="", role=Role.LEARNER))

    other = Database(settings.database_url)
    databases = (services.database, other)
    # More transactions at once than the number of retries wouldn't test the retrying.
    for _ in range(5):
        await asyncio.gather(*(database.write(add) for database in databases for _ in range(2)))
    await other.close()
    keys = await services.database.read(lambda session: session.scalars(select(User.name_key)).all())
    assert sorted(keys, key=lambda key: int(key[1:])) == [f"n{number}" for number in range(20)]


@pytest.mark.databases("postgresql")
async def test_what_postgresql_cannot_hold(services: Services, account: Account) -> None:
    """Its text can't contain NUL, and its integers have a smaller range than Python's."""

    def store(session: Session) -> int:
        row = repository.add_submission(
            session, user_id=account.id, version_id=1, mode=Mode.RUN, source="a\0b", origin=Origin()
        )
        report = {"message": "\0 and \\u0000 and \\\0"}
        change_status(session, Submission, row.id, Status.RUNNING, report=report)
        return row.id

    row = await services.database.write(store)
    wanted = select(Submission.source, Submission.report["message"].as_string()).where(Submission.id == row)
    stored = await services.database.read(lambda session: session.execute(wanted).one())
    assert tuple(stored) == ("a\ufffdb", "\ufffd and \\u0000 and \\\ufffd")
    assert await services.accounts.find_by_name("ada\0") is None
    with pytest.raises(UnstorableError):
        await services.database.read(lambda session: session.get(Submission, 2**40))


async def test_nobody_has_more_pending_than_allowed(services: Services, settings: Settings, account: Account) -> None:
    makings = [
        services.submissions.create(account, "double", "x = 1", Mode.RUN) for _ in range(settings.max_pending * 2)
    ]
    made = await asyncio.gather(*makings, return_exceptions=True)
    assert sum(isinstance(one, TooManyPendingError) for one in made) == settings.max_pending
    assert (await services.submissions.measure_backlog())[Status.QUEUED].count == settings.max_pending


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


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "nosuchdatabase://x",
        "mysql://x",
        "sqlite+aiosqlite:///x",
        "postgresql+asyncpg://x",
        "postgresql+psycopg2://x",
    ],
)
def test_an_address_that_cannot_be_used_is_named(url: str) -> None:
    with pytest.raises(SettingsError, match="JAXDOJO_DATABASE_URL"):
        Database(url)


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "app.db.postgresql", raising=False)
    monkeypatch.delattr("app.db.postgresql", raising=False)
    with pytest.raises(SettingsError, match="pip install"):
        Database("postgresql://nobody@localhost/nothing")
