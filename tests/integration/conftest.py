"""Databases with all tables, one for each test, copied from a template that is migrated once."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from app.db.upgrade import upgrade
from tests.postgresql import Server, find_binaries

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests marked `databases` once on each of the named databases, and all others on SQLite."""
    marker = metafunc.definition.get_closest_marker("databases")
    if marker is not None and "database_url" in metafunc.fixturenames:
        metafunc.parametrize("database_url", marker.args, indirect=True)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Yield a running server; skip the test if PostgreSQL isn't installed."""
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL's initdb is missing (Debian: apt-get install postgresql)")
    server = Server(binaries)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture(scope="session")
def postgresql_template(postgresql: Server) -> str:
    """Return the name of a database with all tables, from which others are copied."""
    name = postgresql.make_database()
    upgrade(postgresql.address(name))
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with all tables, from which others are copied: migrating would take 400 times as long."""
    path = tmp_path_factory.mktemp("template") / "jaxdojo.sqlite3"
    upgrade(f"sqlite:///{path}")
    assert [found.name for found in path.parent.iterdir()] == [path.name], "a copy would lack what the journal holds"
    return path


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of a database with all tables and no rows, in SQLite unless the test is marked `databases`."""
    if getattr(request, "param", "sqlite") == "sqlite":
        path = tmp_path / "data" / "jaxdojo.sqlite3"
        path.parent.mkdir(mode=0o700)
        shutil.copy(request.getfixturevalue("sqlite_template"), path)
        yield f"sqlite:///{path}"
        return
    server: Server = request.getfixturevalue("postgresql")
    name = server.make_database(request.getfixturevalue("postgresql_template"))
    yield server.address(name)
    server.drop_database(name)
