"""Bring a database to the newest version of the tables.

Importing Alembic takes most of a second, and almost every start finds nothing to do. So the version is looked up
first, for SQLite with the standard library alone.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app.db.session import create_engine, for_writing
from app.errors import DatabaseUnavailableError, SettingsError

if TYPE_CHECKING:
    from sqlalchemy import Connection

HEAD: Final = "0019"
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
    """Run what migrations are missing; returns whether there were any. Blocks: in an event loop, call it in a thread.

    Raises `DatabaseUnavailableError`.
    """
    if is_current(url):
        return False
    engine = for_writing(create_engine(url))
    try:
        with engine.begin() as connection:
            run_alembic(connection)
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error)
        raise DatabaseUnavailableError(f"{reason} ({make_url(url).render_as_string()})") from error
    finally:
        engine.dispose()
    return True


def run_alembic(connection: Connection) -> None:
    """Upgrade through `connection`, in its transaction."""
    # Imported here because of what it costs at start; see above.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
