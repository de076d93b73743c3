"""The migrations make the tables of the models, quickly when there is nothing to do."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from procrastinate.schema import SchemaManager
from sqlalchemy import Connection, text

from app.db import upgrade as module
from app.db.models import Base
from app.db.session import create_engine
from app.db.upgrade import HEAD, MIGRATIONS, is_current, upgrade
from app.kit.errors import DatabaseUnavailableError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgresql import Server


def _find_differences(connection: Connection) -> object:
    def is_ours(name: str | None, kind: str, _parents: object) -> bool:
        return kind != "table" or not str(name).startswith("procrastinate_")

    opts = {"compare_type": True, "compare_server_default": True, "include_name": is_ours}
    context = MigrationContext.configure(connection, opts=opts)
    return compare_metadata(context, Base.metadata)


@pytest.fixture
def empty_database(postgresql: Server) -> Iterator[str]:
    """Yield the address of a PostgreSQL database without tables."""
    name = postgresql.make_database()
    yield postgresql.address(name)
    postgresql.drop_database(name)


def test_migrations_equal_the_models(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    assert upgrade(f"sqlite:///{path}")
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert _find_differences(connection) == []
        sequences = connection.execute(text("SELECT sql FROM sqlite_master WHERE name = 'submission_events'")).scalar()
        assert "AUTOINCREMENT" in str(sequences)
    engine.dispose()


def test_migrations_equal_the_models_on_postgresql(empty_database: str) -> None:
    assert not is_current(empty_database)
    assert upgrade(empty_database)
    assert is_current(empty_database)
    assert not upgrade(empty_database)
    engine = create_engine(empty_database)
    with engine.connect() as connection:
        assert _find_differences(connection) == []
    engine.dispose()


def test_of_several_servers_one_upgrades(empty_database: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        done = list(threads.map(upgrade, [empty_database] * 4))
    assert any(done)
    assert is_current(empty_database)


def test_postgresql_that_cannot_be_reached(postgresql: Server) -> None:
    for url, reason in (
        ("postgresql://nobody:hush@127.0.0.1:1/nothing", "refused"),
        (postgresql.address("nowhere"), "does not exist"),
    ):
        with pytest.raises(DatabaseUnavailableError, match=reason) as raised:
            upgrade(url)
        assert "hush" not in raised.value.message
        assert "\n" not in raised.value.message


def test_the_schema_of_procrastinate_has_not_grown() -> None:
    """Migration 0007 makes it as the package has it. A package with more needs a migration that adds that."""
    names = sorted(path.name for path in Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    assert names[-1] == "03.04.00_50_post_add_retry_failed_job_procedure.sql"


def test_the_known_head_is_the_newest() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_current_database_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/d.sqlite3"
    assert not is_current(url)
    assert upgrade(url)
    assert is_current(url)
    monkeypatch.setitem(sys.modules, "alembic", None)
    monkeypatch.setattr(module, "run_alembic", None)
    assert not upgrade(url)


def test_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailableError, match="can't be used"):
        upgrade(f"sqlite:///{tmp_path}/nowhere/d.sqlite3")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "d.sqlite3").write_text("hello " * 1000)
    with pytest.raises(DatabaseUnavailableError):
        upgrade(f"sqlite:///{tmp_path}/d.sqlite3")


def test_an_address_that_is_none() -> None:
    with pytest.raises(SettingsError):
        upgrade("not an address")
