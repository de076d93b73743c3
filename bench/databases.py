"""Options of benchmarks, mainly the database: SQLite, a PostgreSQL server of its own, or one that the user names."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import text

from bench.processors import find_postmaster
from tests.postgresql import Server, find_binaries

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from app.db.session import Database


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the database."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--postgresql", action="store_true", help="a PostgreSQL server of its own in place of SQLite")
    group.add_argument("--database-url", help="an empty database in place of SQLite")


def list_numbers(words: str) -> list[int]:
    """Return the numbers in an option such as `1,4,16`."""
    return [int(word) for word in words.split(",")]


@contextmanager
def provide_database(options: argparse.Namespace) -> Iterator[str | None]:
    """Yield the URL of the chosen database; None for SQLite. Our own server commits to the disk, as an operator's does.

    Raises `SystemExit` if PostgreSQL isn't installed.
    """
    if not options.postgresql:
        yield options.database_url
        return
    binaries = find_binaries()
    if binaries is None:
        message = "PostgreSQL's initdb is missing (Debian: apt-get install postgresql); or give a --database-url"
        raise SystemExit(message)
    server = Server(binaries, durable=True)
    try:
        server.start()
        yield server.address(server.make_database())
    finally:
        server.remove()


def name_database(url: str | None) -> str:
    """Return the kind of database that a URL names."""
    return (url or "sqlite").partition(":")[0]


async def find_server(database: Database) -> int | None:
    """Return the main process of the database's server; None without one on this machine."""
    if database.is_sqlite:
        return None
    backend = text("SELECT pg_backend_pid()")
    return find_postmaster(await database.read(lambda session: session.scalars(backend).one()))
