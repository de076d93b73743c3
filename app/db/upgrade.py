"""Upgrades a database to the newest version of the tables, or downgrades it to an earlier one.

Importing Alembic takes most of a second, and almost every start finds nothing to do. So the version is read first,
for SQLite with the standard library alone.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError, SQLAlchemyError

from app.db.errors import DatabaseVersionError, ForeignDatabaseError, NoWayBackError, UpgradeRefusedError
from app.db.session import create_engine, explain, for_writing, parse_url
from app.kit.errors import DatabaseUnavailableError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection

HEAD: Final = "0039"
"""The newest revision; a test checks that it is Alembic's."""
OLDEST_WAY_BACK: Final = "0023"
"""The oldest revision to which `downgrade` can return. Each later migration can be undone by its `downgrade`."""
LOCK: Final = 0x6A61_7864_6F6A_6F
"""The number of the advisory lock that an upgrade holds in PostgreSQL."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"
OURS: Final = "users"
"""A table that has existed since the first version."""


def find_version(url: str) -> str | None:
    """Return the version of the tables in the database at `url`; None if it has no tables.

    Raises `DatabaseVersionError` for an unknown version, `ForeignDatabaseError` for tables of another program, and
    `DatabaseUnavailableError` if the database can't be queried.
    """
    parsed = parse_url(url)
    ask = _ask_sqlite if parsed.get_backend_name() == "sqlite" else _ask_postgresql
    found, has_users = ask(parsed)
    if (found is None) is has_users:
        raise ForeignDatabaseError(parsed.render_as_string())
    if found is not None and found not in list_revisions():
        raise DatabaseVersionError(found, HEAD)
    return found


def is_current(url: str) -> bool:
    """Return whether the database at `url` has the newest tables; raises the errors of `find_version`."""
    return find_version(url) == HEAD


def list_revisions() -> set[str]:
    """Return the known versions of the tables, from the names of the migrations' files."""
    return {path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")}


def _ask_postgresql(url: URL) -> tuple[str | None, bool]:
    """Return the version, if any, and whether the table `OURS` exists."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            tables = {name for name in ("alembic_version", OURS) if _has_table(connection, name)}
            if "alembic_version" not in tables:
                return None, OURS in tables
            return connection.scalar(text("SELECT version_num FROM alembic_version")), OURS in tables
    except SQLAlchemyError as error:
        raise _say_where(error, url) from error
    finally:
        engine.dispose()


def _has_table(connection: Connection, name: str) -> bool:
    return connection.scalar(text("SELECT to_regclass(:name)"), {"name": name}) is not None


def _ask_sqlite(url: URL) -> tuple[str | None, bool]:
    """Do the same for SQLite. A file that doesn't exist yet has no version."""
    if not url.database or not Path(url.database).is_file():
        return None, False
    try:
        connection = sqlite3.connect(f"{Path(url.database).resolve().as_uri()}?mode=ro", uri=True)
        try:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "alembic_version" not in tables:
                return None, OURS in tables
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        raise _say_where(error, url) from error
    return None if row is None else str(row[0]), OURS in tables


def upgrade(url: str) -> bool:
    """Run missing migrations; return whether there were any. Blocks: in an event loop, call it in a thread.

    If several processes start at once, one upgrades and the others wait for it. Raises the errors of `find_version`.
    """
    if is_current(url):
        return False
    _migrate(url, HEAD)
    return True


def downgrade(url: str, target: str) -> bool:
    """Undo the migrations after `target`; return whether there were any. Raises the errors of `upgrade`.

    Raises `NoWayBackError` if one of them can't be undone without losing data, or if `target` isn't known.
    """
    known = list_revisions()
    if target not in known or target < OLDEST_WAY_BACK:
        raise NoWayBackError(target, OLDEST_WAY_BACK, HEAD)
    found = find_version(url)
    if found is None or found <= target:
        return False
    _migrate(url, target, back=True)
    return True


def _migrate(url: str, target: str, *, back: bool = False) -> None:
    engine = for_writing(create_engine(url))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                hold_lock(connection)
            run_alembic(connection, target, back=back)
    except ProgrammingError as error:
        raise UpgradeRefusedError(target, explain(error)) from error
    except (SQLAlchemyError, OSError) as error:
        raise _say_where(error, parse_url(url)) from error
    finally:
        engine.dispose()


def hold_lock(connection: Connection) -> None:
    """Lock PostgreSQL's tables against changes by other processes until the transaction ends, waiting if necessary."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


def _say_where(error: Exception, url: URL) -> DatabaseUnavailableError:
    return DatabaseUnavailableError(f"{explain(error)} ({url.render_as_string()})")


def run_alembic(connection: Connection, target: str = "head", *, back: bool = False) -> None:
    """Upgrade or, with `back`, downgrade to `target` through `connection`, in its transaction."""
    # Imported here because it slows down the start; see above.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    (command.downgrade if back else command.upgrade)(config, target)
