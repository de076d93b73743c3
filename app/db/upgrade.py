"""Bring a database to the newest version of the tables.

Importing Alembic takes most of a second, and almost every start finds nothing to do. So the version is looked up
first, for SQLite with the standard library alone.
"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app.db.session import create_engine
from app.errors import DatabaseUnavailableError, SettingsError

if TYPE_CHECKING:
    from sqlalchemy import Connection

HEAD: Final = "0001"
"""The newest revision; a test holds it equal to Alembic's."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"


def is_current(url: str) -> bool:
    """Whether the SQLite database at `url` has the newest tables. False for other databases: ask Alembic."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        message = f"JAXDOJO_DATABASE_URL can't be used: {error}"
        raise SettingsError(message) from error
    if parsed.get_backend_name() != "sqlite" or not parsed.database or not Path(parsed.database).is_file():
        return False
    try:
        connection = sqlite3.connect(f"{Path(parsed.database).resolve().as_uri()}?mode=ro", uri=True)
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError:
        return False
    return row is not None and row[0] == HEAD


def upgrade(url: str) -> bool:
    """Run what migrations are missing; returns whether there were any. Not to be called inside an event loop."""
    if is_current(url):
        return False
    asyncio.run(upgrade_async(url))
    return True


async def upgrade_async(url: str) -> None:
    """Do the same inside an event loop."""
    _require_usable(url)
    engine = create_engine(url).execution_options(jaxdojo_writes=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(run_alembic)
    except (SQLAlchemyError, OSError) as error:
        raise _unavailable(url, error) from error
    finally:
        await engine.dispose()


def _require_usable(url: str) -> None:
    """Raise `DatabaseUnavailableError` for a SQLite file that can't be opened or is none.

    Aiosqlite would say so, too, and leave a thread behind that speaks to an event loop that may be gone.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database:
        return
    try:
        connection = sqlite3.connect(parsed.database)
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise _unavailable(url, error) from error


def _unavailable(url: str, error: Exception) -> DatabaseUnavailableError:
    reason = str(getattr(error, "orig", None) or error)
    return DatabaseUnavailableError(f"{reason} ({make_url(url).render_as_string()})")


def run_alembic(connection: Connection) -> None:
    """Upgrade through `connection`, in its transaction."""
    # Imported here because of what it costs at start; see above.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
