"""Sessions: one for reading, one for writing, each one transaction.

SQLite, the default, is set up so that a promise given is kept and nobody waits long:

- WAL: readers never wait for the writer.
- `synchronous=FULL`: a commit is on the disk before it is acknowledged. `NORMAL` would be quicker by one fsync, and
  in WAL mode may lose the last commits when the power fails: a submission answered with 202 would be gone.
- A transaction that writes begins with `BEGIN IMMEDIATE`. One that began to read and then wants to write would fail
  at once when somebody wrote in between, whatever `busy_timeout` says.
- Writers of one process wait for each other on a lock of ours, in order, and not in SQLite's sleep-and-try-again.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, event, text
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from app.errors import DatabaseUnavailableError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncEngine

BUSY_TIMEOUT_MS = 5000
_WRITES = "jaxdojo_writes"


def create_engine(url: str) -> AsyncEngine:
    """Return an engine for `url`, with SQLite's settings when it is SQLite."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401
    connection.isolation_level = None  # We say BEGIN ourselves, in `_begin_sqlite`.
    try:
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={BUSY_TIMEOUT_MS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "temp_store=MEMORY",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()  # The pool hasn't got it yet, so nobody else would.
        raise


def _begin_sqlite(connection: Connection) -> None:
    immediate = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


class Database:
    """The database of one installation. Close it when done."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)
        self._reader = async_sessionmaker(self.engine, expire_on_commit=False)
        writing = self.engine.execution_options(**{_WRITES: True})
        self._writer = async_sessionmaker(writing, expire_on_commit=False)
        self._lock = asyncio.Lock() if self.engine.dialect.name == "sqlite" else None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """One consistent view; nothing done in it is kept."""
        with _translate_errors():
            async with self._reader() as session:
                yield session

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """One transaction: committed when the block ends, rolled back when it raises."""
        async with AsyncExitStack() as stack:
            if self._lock is not None:
                await stack.enter_async_context(self._lock)
            stack.enter_context(_translate_errors())
            session = await stack.enter_async_context(self._writer())
            async with session.begin():
                yield session

    async def check(self) -> None:
        """Raise `DatabaseUnavailableError` when the database doesn't answer."""
        async with self.read() as session:
            await session.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


class _translate_errors:  # noqa: N801 (reads as a function)
    """Say in our own words that the database can't be used."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, OperationalError | InterfaceError):
            raise DatabaseUnavailableError(str(error.orig)) from error
