"""Transactions: one for reading, one for writing, each a function that gets a session and runs in a thread.

`await database.write(work)` calls `work(session)` in a thread, commits when it returns and rolls back when it raises.
A whole transaction is one hop to a thread and back, however many statements it has; the event loop never waits for the
disk or for a lock. The thread has the context of whoever asked: their language, and who they are. What was begun runs
to its end, even when whoever awaits it is cancelled.

SQLite, the default, is set up so that a promise given is kept and nobody waits long:

- WAL: readers never wait for the writer.
- `synchronous=FULL`: a commit is on the disk before it is acknowledged. `NORMAL` would be quicker by one fsync, and
  in WAL mode may lose the last commits when the power fails: a submission answered with 202 would be gone.
- A transaction that writes begins with `BEGIN IMMEDIATE`. One that began to read and then wants to write would fail
  at once when somebody wrote in between, whatever `busy_timeout` says.
- All writing of one process is done by one thread, in order, and doesn't wait in SQLite's sleep-and-try-again.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic_core import from_json
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, InterfaceError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import sessionmaker

from app.errors import DatabaseUnavailableError, SettingsError
from app.json_values import dump_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy.orm import Session

T = TypeVar("T")

BUSY_TIMEOUT_MS: Final = 5000
READERS: Final = 4
"""Transactions that read at once; more wait."""
WRITERS: Final = 4
"""The same for writing, where the database isn't SQLite, which has one writer."""
_WRITES: Final = "jaxdojo_writes"


def create_engine(url: str) -> Engine:
    """Return an engine for `url`, with SQLite's settings when it is SQLite; raises `SettingsError`."""
    try:
        parsed = make_url(url)
        dialect = parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        raise SettingsError(f"JAXDOJO_DATABASE_URL can't be used: {error}") from error
    if dialect.is_async:
        example = f"{parsed.get_backend_name()}://…"
        raise SettingsError(f"JAXDOJO_DATABASE_URL names the asynchronous driver {parsed.drivername}; use {example}")
    engine = create_sync_engine(
        parsed, pool_size=READERS + WRITERS, json_serializer=dump_json, json_deserializer=from_json
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
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


def for_writing(engine: Engine) -> Engine:
    """Return the engine with transactions that may write from their first statement on."""
    return engine.execution_options(**{_WRITES: True})


class Database:
    """The database of one installation. Close it when done."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)
        self._reader = sessionmaker(self.engine, expire_on_commit=False)
        self._writer = sessionmaker(for_writing(self.engine), expire_on_commit=False)
        writers = 1 if self.engine.dialect.name == "sqlite" else WRITERS
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="database-reader")
        self._writing = ThreadPoolExecutor(writers, thread_name_prefix="database-writer")

    async def read(self, work: Callable[[Session], T]) -> T:
        """Return `work(session)`, which sees one consistent view; nothing done in it is kept."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, copy_context().run, self._read, work)

    async def write(self, work: Callable[[Session], T]) -> T:
        """Return `work(session)` once all that it did is committed; nothing of it is when it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, copy_context().run, self._write, work)

    async def check(self) -> None:
        """Raise `DatabaseUnavailableError` when the database doesn't answer."""
        await self.read(lambda session: session.execute(text("SELECT 1")).one())

    async def close(self) -> None:
        """Wait for what was begun, and close all connections."""
        for threads in (self._reading, self._writing):
            await asyncio.to_thread(threads.shutdown)
        self.engine.dispose()

    def _read(self, work: Callable[[Session], T]) -> T:
        with _translate_errors(), self._reader() as session:
            return work(session)

    def _write(self, work: Callable[[Session], T]) -> T:
        with _translate_errors(), self._writer.begin() as session:
            return work(session)


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Say in our own words that the database can't be used."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise DatabaseUnavailableError(str(error.orig)) from error
