"""Transactions, for reading or for writing: each is a function that gets a session and runs in a thread.

`await database.write(work)` calls `work(session)` in a thread, commits when it returns and rolls back when it raises.
A whole transaction needs one switch to a thread and back, however many statements it has; the event loop never waits
for the disk or for a lock. The thread has the caller's context: language and account. A transaction that has begun runs
to its end, even if its caller is cancelled.

SQLite, the default, is configured for durable commits and short waits:

- WAL: readers never wait for the writer.
- `synchronous=FULL`: a commit is on the disk before it is acknowledged. `NORMAL` would save one fsync, but in WAL mode
  it may lose the last commits in a power failure: a submission answered with 202 would be gone. Only `write` with
  `lasts=False` does that, for what may be done again.
- A transaction that writes begins with `BEGIN IMMEDIATE`. If it began as a reader, its first write would fail at once
  if another process had written in between, whatever `busy_timeout` says.
- One thread of a process does all of its writing, in order, which avoids SQLite's waiting by sleeping and retrying.

With PostgreSQL several transactions write at once. A transaction that fails because of a concurrent one is run again,
so `work` must have no effects outside its session. `app.db.postgresql` has the rest.
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
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    InterfaceError,
    InternalError,
    NoSuchModuleError,
    OperationalError,
)
from sqlalchemy.orm import sessionmaker
from sqlalchemy.pool import QueuePool

from app.db.errors import UnstorableError
from app.db.notes import share_notes
from app.kit.errors import DatabaseUnavailableError, SettingsError, TransitionError
from app.kit.json_values import dump_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import URL
    from sqlalchemy.orm import Session

    from app.db.holds import Hold

T = TypeVar("T")

BUSY_TIMEOUT_MS: Final = 5000
READERS: Final = 4
"""The maximum number of concurrent reading transactions."""
WRITERS: Final = 4
"""The maximum number of concurrent writing transactions with PostgreSQL; SQLite has one writer."""
TRANSACTION_ATTEMPTS: Final = 5
"""The maximum number of times that a transaction is run if concurrent ones keep interfering."""
DURABLE: Final = "FULL"
"""SQLite's `synchronous` for commits that last: they wait for the disk."""
_WRITES: Final = "jaxdojo_writes"
_LASTS: Final = "jaxdojo_lasts"


def parse_url(url: str | URL) -> URL:
    """Return the database's URL, with our driver if it is PostgreSQL; raises `SettingsError`."""
    try:
        parsed = make_url(url)
        if parsed.drivername in {"postgresql", "postgres"}:
            parsed = parsed.set(drivername="postgresql+psycopg")
        dialect = parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        raise SettingsError(f"JAXDOJO_DATABASE_URL can't be used: {error}") from error
    if parsed.get_backend_name() not in {"sqlite", "postgresql"}:
        name = parsed.get_backend_name()
        raise SettingsError(f"JAXDOJO_DATABASE_URL names {name}; only sqlite:///… and postgresql://… can be used")
    if dialect.is_async or parsed.drivername not in {"sqlite", "sqlite+pysqlite", "postgresql+psycopg"}:
        example = f"{parsed.get_backend_name()}://…"
        raise SettingsError(f"JAXDOJO_DATABASE_URL names the driver {parsed.drivername}; use {example}")
    return parsed


def create_engine(url: str | URL) -> Engine:
    """Return an engine for `url`, configured for its database; raises `SettingsError`."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "postgresql":
        return _create_postgresql(parsed)
    engine = create_sync_engine(
        parsed, pool_size=READERS + WRITERS, json_serializer=dump_json, json_deserializer=from_json
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _create_postgresql(url: URL) -> Engine:
    try:
        # Imported here because most installations don't use PostgreSQL, and don't need its driver.
        from app.db import postgresql  # noqa: PLC0415
    except ImportError as error:
        raise SettingsError(
            f"JAXDOJO_DATABASE_URL names PostgreSQL, and its driver can't be loaded: {error}. "
            "Install it with: pip install 'psycopg[binary]'"
        ) from error
    engine = create_sync_engine(
        url,
        pool_size=READERS + WRITERS,
        json_serializer=postgresql.dump_storable_json,
        json_deserializer=from_json,
        **postgresql.ENGINE,
    )
    event.listen(engine, "connect", postgresql.set_up)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401
    connection.isolation_level = None  # `_begin_sqlite` executes BEGIN itself.
    try:
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={BUSY_TIMEOUT_MS}",
            "journal_mode=WAL",
            f"synchronous={DURABLE}",
            "foreign_keys=ON",
            "temp_store=MEMORY",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        connection.create_function("lower", 1, _lower, deterministic=True)
    except BaseException:
        connection.close()  # The pool doesn't own it yet, so nothing else would close it.
        raise


def _lower(value: object) -> object:
    """Return a text in lower case, for SQLite's `lower`, which by itself changes only the letters of ASCII."""
    return value.lower() if isinstance(value, str) else value


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get(_WRITES, False):
        connection.exec_driver_sql("BEGIN")
        return
    # Each time, since a connection is used for both.
    connection.exec_driver_sql(f"PRAGMA synchronous={DURABLE if options.get(_LASTS, True) else 'NORMAL'}")
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def for_writing(engine: Engine, *, lasts: bool = True) -> Engine:
    """Return the engine with transactions that start as writers."""
    return engine.execution_options(**{_WRITES: True, _LASTS: lasts})


class Database:
    """The database of one installation. It must be closed."""

    def __init__(self, url: str) -> None:
        self.engine = create_engine(url)
        reading, writers = self.engine, 1
        self._is_collision: Callable[[Exception], bool] = lambda _error: False
        if not self.is_sqlite:
            from app.db import postgresql  # noqa: PLC0415 - as above

            reading, writers = self.engine.execution_options(**postgresql.READING), WRITERS
            self._is_collision = postgresql.is_collision
        self._reader = sessionmaker(reading, expire_on_commit=False)
        self._writer = sessionmaker(for_writing(self.engine), expire_on_commit=False)
        self._brief_writer = sessionmaker(for_writing(self.engine, lasts=False), expire_on_commit=False)
        self._finders: dict[str, Callable[..., object]] = {}
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="database-reader")
        self._writing = ThreadPoolExecutor(writers, thread_name_prefix="database-writer")

    def use_holds(self, find: Callable[[Session], list[Hold]]) -> None:
        """Set the function with which each session finds the verdicts that are held now (`app.db.holds`)."""
        self._use("find_holds", find)

    def use_unopened(self, find: Callable[[Session, int], set[int]]) -> None:
        """Set the function that finds the private problems that a student may not know of yet (`app.db.privacy`)."""
        self._use("find_unopened", find)

    def use_keeper(self, keep: Callable[[Session, int], None]) -> None:
        """Set the function that copies what others have to keep of an account, before the account is deleted."""
        self._use("keep", keep)

    def _use(self, name: str, find: Callable[..., object]) -> None:
        self._finders[name] = find
        for sessions in (self._reader, self._writer, self._brief_writer):
            sessions.configure(info=dict(self._finders))

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a local SQLite file, which one process writes at a time."""
        return self.engine.dialect.name == "sqlite"

    async def read(self, work: Callable[[Session], T]) -> T:
        """Return `work(session)`, which sees a consistent view; its changes are discarded."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, copy_context().run, self._read, work)

    async def write(self, work: Callable[[Session], T], *, lasts: bool = True) -> T:
        """Return `work(session)` after committing it; roll it back if it raises.

        Without `lasts`, a power failure, though no crash of the process, may undo it until the next commit that lasts:
        SQLite then doesn't wait for the disk.
        """
        sessions = self._writer if lasts else self._brief_writer
        return await asyncio.get_running_loop().run_in_executor(
            self._writing, copy_context().run, self._write, work, sessions
        )

    def read_blocking(self, work: Callable[[Session], T]) -> T:
        """Do the same as `read`, but in the caller's thread."""
        return self._read(work)

    def write_blocking(self, work: Callable[[Session], T]) -> T:
        """Do the same as `write`, but in the caller's thread."""
        return self._write(work, self._writer)

    async def check(self) -> None:
        """Raise `DatabaseUnavailableError` if the database doesn't answer."""
        await self.read(lambda session: session.execute(text("SELECT 1")).one())

    def count_connections(self) -> dict[str, int]:
        """Return the numbers of connections that are `in_use`, and that are open but `idle`."""
        pool = self.engine.pool
        if not isinstance(pool, QueuePool):
            return {"in_use": 0, "idle": 0}
        return {"in_use": pool.checkedout(), "idle": pool.checkedin()}

    async def close(self) -> None:
        """Wait for running transactions, and close all connections."""
        for threads in (self._reading, self._writing):
            await asyncio.to_thread(threads.shutdown)
        self.engine.dispose()

    def _read(self, work: Callable[[Session], T]) -> T:
        with _translate_errors(), self._reader() as session:
            share_notes(session)
            return work(session)

    def _write(self, work: Callable[[Session], T], sessions: sessionmaker[Session]) -> T:
        with _translate_errors():
            for left in reversed(range(TRANSACTION_ATTEMPTS)):
                try:
                    with sessions.begin() as session:
                        return work(session)
                except (DBAPIError, TransitionError) as error:
                    if not left or not self._is_collision(error):
                        raise
        raise AssertionError  # the last run returns or raises


AWAY: Final = frozenset({"25006", "25P03"})
"""PostgreSQL's codes of errors that pass: it only reads, as a standby does until it takes over, or it has ended an idle
transaction."""


def explain(error: Exception) -> str:
    """Return the database's error message as one line."""
    said = str(getattr(error, "orig", None) or error)
    return " ".join(said.split())


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate driver errors to `DatabaseUnavailableError` and `UnstorableError`."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        raise DatabaseUnavailableError(explain(error)) from error
    except InternalError as error:
        if getattr(error.orig, "sqlstate", None) not in AWAY:
            raise
        raise DatabaseUnavailableError(explain(error)) from error
    except DataError as error:
        raise UnstorableError from error
