"""The migrations make the tables of the models, quickly when there is nothing to do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from app.db import upgrade as module
from app.db.models import Base
from app.db.upgrade import HEAD, MIGRATIONS, is_current, upgrade
from app.errors import DatabaseUnavailableError, SettingsError

if TYPE_CHECKING:
    from pathlib import Path


def _find_differences(connection: Connection) -> object:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return compare_metadata(context, Base.metadata)


def test_migrations_equal_the_models(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    assert upgrade(f"sqlite:///{path}")
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert _find_differences(connection) == []
        sequences = connection.execute(text("SELECT sql FROM sqlite_master WHERE name = 'submission_events'")).scalar()
        assert "AUTOINCREMENT" in str(sequences)
    engine.dispose()


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
