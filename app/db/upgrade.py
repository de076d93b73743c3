"""Bring a database to the newest version of the tables.

Importing Alembic takes most of a second, and almost every start finds nothing to do. So the version is looked up
first, in SQLite with the standard library alone.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.db.session import create_engine, explain, for_writing, parse_url
from app.kit.errors import DatabaseUnavailableError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection

HEAD: Final = "0023"
"""The newest revision; a test holds it equal to Alembic's."""
LOCK: Final = 0x6A61_7864_6F6A_6F
"""The number of the advisory lock that an upgrade holds in PostgreSQL."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"


def is_current(url: str) -> bool:
    """Whether the database at `url` has the newest tables.

    Raises `DatabaseUnavailableError` when PostgreSQL can't be reached; a SQLite file that can't be opened is made or
    refused by the upgrade.
    """
    parsed = parse_url(url)
    find = _find_sqlite_version if parsed.get_backend_name() == "sqlite" else _find_postgresql_version
    return find(parsed) == HEAD


def _find_postgresql_version(url: URL) -> str | None:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            if connection.scalar(text("SELECT to_regclass('alembic_version')")) is None:
                return None
            version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return version
    except SQLAlchemyError as error:
        raise _say_where(error, url) from error
    finally:
        engine.dispose()


def _find_sqlite_version(url: URL) -> str | None:
    if not url.database or not Path(url.database).is_file():
        return None
    try:
        connection = sqlite3.connect(f"{Path(url.database).resolve().as_uri()}?mode=ro", uri=True)
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError:
        return None
    return None if row is None else str(row[0])


def upgrade(url: str) -> bool:
    """Run missing migrations; return whether there were any. Blocks: in an event loop, call it in a thread.

    Of several that start at once one upgrades, and the others wait for it. Raises `DatabaseUnavailableError`.
    """
    if is_current(url):
        return False
    engine = for_writing(create_engine(url))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            run_alembic(connection)
    except (SQLAlchemyError, OSError) as error:
        raise _say_where(error, parse_url(url)) from error
    finally:
        engine.dispose()
    return True


def _say_where(error: Exception, url: URL) -> DatabaseUnavailableError:
    return DatabaseUnavailableError(f"{explain(error)} ({url.render_as_string()})")


def run_alembic(connection: Connection, target: str = "head") -> None:
    """Upgrade to `target` through `connection`, in its transaction."""
    # Imported here because it is slow to import; see above.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, target)
