"""The migrations create the models' tables, and are quick if there is nothing to do."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from procrastinate.schema import SchemaManager
from sqlalchemy import Connection, MetaData, text

from app.db import upgrade as module
from app.db.errors import NoWayBackError
from app.db.models import Base
from app.db.session import create_engine, for_writing
from app.db.upgrade import (
    HEAD,
    MIGRATIONS,
    OLDEST_WAY_BACK,
    downgrade,
    find_version,
    is_current,
    list_revisions,
    run_alembic,
    upgrade,
)
from app.kit.errors import DatabaseUnavailableError, SettingsError
from app.kit.settings import prepare_data_directory
from app.work.doctor import check_service
from tests.integration.app.conftest import EACH_DATABASE
from tests.integration.app.running import make_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.kit.settings import Settings
    from tests.postgresql import Server


UPGRADING: Final = Path(__file__).resolve().parents[3] / "docs" / "upgrading.md"


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


@pytest.fixture
def run(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs `jaxdojo`."""
    prepare_data_directory(settings)
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("JAXDOJO_RUNNER", "separate")
    monkeypatch.setenv("JAXDOJO_PORT", "0")
    return make_command(monkeypatch, capsys)


def test_migrations_equal_the_models(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite3"
    assert upgrade(f"sqlite:///{path}")
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert _find_differences(connection) == []
        tables = connection.execute(text("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")).scalars()
        assert set(tables) == {"submission_events", "questions", "shared_solutions"}
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
    """Migration 0007 creates the package's schema. If a later package adds to it, a migration must do so, too."""
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


def test_numbers_are_in_order_from_the_one_that_was_released_on() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    chain = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]
    new = chain[chain.index(OLDEST_WAY_BACK) + 1 :]
    first = int(OLDEST_WAY_BACK) + 1
    assert new == [f"{number:04}" for number in range(first, first + len(new))]
    assert list_revisions() == set(chain)


def test_upgrade_notes_name_the_migrations_and_whether_they_can_be_downgraded() -> None:
    names = [path.stem for path in (MIGRATIONS / "versions").glob("[0-9]*.py") if path.stem[:4] > OLDEST_WAY_BACK]
    told = dict(
        re.findall(r"^- `(\d{4}_\w+)`: (can|can't) be downgraded\b", UPGRADING.read_text("utf-8"), re.MULTILINE)
    )
    assert set(told) == set(names)
    for name, promise in told.items():
        source = (MIGRATIONS / "versions" / f"{name}.py").read_text(encoding="utf-8")
        assert (promise == "can") is ("raise " not in source.partition("def downgrade")[2]), name


def read_tables(url: str) -> object:
    """Return all tables in a database, with their columns, indexes and keys."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            found = MetaData()
            found.reflect(connection)
            return [
                (
                    table.name,
                    sorted((column.name, str(column.type), column.nullable) for column in table.columns),
                    sorted((str(index.name), [column.name for column in index.columns]) for index in table.indexes),
                    sorted(str(key.name) for key in table.constraints if key.name),
                )
                for table in found.sorted_tables
            ]
    finally:
        engine.dispose()


@EACH_DATABASE
def test_way_back_leads_to_the_earlier_tables(database_url: str, tmp_path: Path, postgresql: Server) -> None:
    """And from there to the newest again. The migrations up to that point create the earlier tables."""
    name = postgresql.make_database()
    earlier = f"sqlite:///{tmp_path}/earlier.sqlite3" if "sqlite" in database_url else postgresql.address(name)
    engine = for_writing(create_engine(earlier))
    with engine.begin() as connection:
        run_alembic(connection, OLDEST_WAY_BACK)
    engine.dispose()
    newest = read_tables(database_url)
    downgrade(database_url, OLDEST_WAY_BACK)
    assert read_tables(database_url) == read_tables(earlier)
    assert find_version(database_url) == OLDEST_WAY_BACK
    assert not downgrade(database_url, OLDEST_WAY_BACK)
    upgrade(database_url)
    assert read_tables(database_url) == newest
    postgresql.drop_database(name)


ROWS: Final = """
INSERT INTO users (id, name, name_key, password_hash, role, created_at)
    VALUES (1, 'a', 'a', '', 'learner', '2026-01-01');
INSERT INTO problems (id, slug, created_at, draw) VALUES (1, 'a', '2026-01-01', 0), (2, 'b', '2026-01-01', 0);
INSERT INTO courses (id, public_id, name, term, time_zone, starts_on, ends_on, late_days, keeps_grades, join_code,
    join_open, created_at)
    VALUES (1, 'c', 'n', 't', 'UTC', '2026-01-01', '2026-02-01', 0, false, 'c', false, '2026-01-01');
INSERT INTO assignments (id, public_id, course_id, position, name, is_draft, counts, opens_at, due_at, early_credit,
    late_credit, after, late_days, created_at)
    VALUES (1, 'a', 1, 1, 'n', false, 'best', '2026-01-01', '2026-01-02', 100, 80, 'closed', 0, '2026-01-01');
INSERT INTO assignment_katas (id, assignment_id, problem_id, position, points) VALUES (1, 1, 1, 1, 10);
INSERT INTO private_problems (problem_id, course_id) VALUES (2, 1);
INSERT INTO webhooks (id, public_id, user_id, url, secret, for_all, created_at)
    VALUES (1, 'w', 1, 'https_a', 's', false, '2026-01-01'), (2, 'x', 1, 'https_b', 's', false, '2026-01-01');
INSERT INTO course_webhooks (webhook_id, course_id) VALUES (1, 1)
"""

SUBMISSION: Final = """
INSERT INTO problem_versions (id, problem_id, number, digest, source_digest, published_at, name, track, position,
    difficulty)
    VALUES (1, 1, 1, 'd', 's', '2026-01-01', 'n', 't', 1, 1);
INSERT INTO submissions (id, public_id, user_id, problem_version_id, mode, source, status, attempts, created_at)
    VALUES (1, 's', 1, 1, 'submit', 's', 'done', 1, '2026-01-01')
"""
"""The first user's submission to the first problem of `ROWS`."""


@EACH_DATABASE
def test_way_back_keeps_what_the_earlier_tables_have(database_url: str) -> None:
    """If a table were copied in order to drop a column, SQLite would delete the rows that refer to it."""
    engine = for_writing(create_engine(database_url))
    with engine.begin() as connection:
        for row in ROWS.split(";"):
            connection.execute(text(row))
    downgrade(database_url, "0027")
    with engine.begin() as connection:
        assert connection.execute(text("SELECT assignment_id, points FROM assignment_katas")).all() == [(1, 10)]
        # What was private to a course is neither shown to everybody nor told anybody's verdicts.
        retired = text("SELECT slug FROM problems WHERE retired_at IS NOT NULL")
        assert connection.execute(retired).scalars().all() == ["b"]
        assert connection.execute(text("SELECT id FROM webhooks")).scalars().all() == [2]
    engine.dispose()


def test_tables_that_are_made_again_keep_their_rows(tmp_path: Path) -> None:
    """And the numbers of deleted posts aren't given to others any more."""
    engine = for_writing(create_engine(f"sqlite:///{tmp_path}/d.sqlite3"))
    at = "'2026-01-01 10:00:00.000000'"
    posts = f"VALUES (1, 1, 1, NULL, 'Why?', 1, 0, {at}), (2, 1, 1, 1, 'So.', 0, 1, {at})"
    rows = {
        "questions": posts,
        "question_reports": f"VALUES (1, 2, 1, {at})",
        "shared_solutions": f"VALUES (7, 1, 1, 1, {at})",
        "votes": f"VALUES (1, 7, 1, {at})",
    }
    with engine.begin() as connection:
        run_alembic(connection, "0038")
        for row in [*ROWS.split(";")[:2], *SUBMISSION.split(";")]:
            connection.execute(text(row))
        for table, values in rows.items():
            connection.execute(text(f"INSERT INTO {table} {values}"))
        before = [connection.execute(text(f"SELECT * FROM {table}")).all() for table in rows]  # noqa: S608 - ours
    with engine.begin() as connection:
        for target in (HEAD, "0038", HEAD):
            run_alembic(connection, target, back=target != HEAD)
            assert [connection.execute(text(f"SELECT * FROM {table}")).all() for table in rows] == before  # noqa: S608
        assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
        connection.execute(text("DELETE FROM questions WHERE id = 2"))
        insert = text(posts.replace("VALUES (1", "INSERT INTO questions VALUES (NULL").partition(", (2")[0])
        connection.execute(insert)
        assert connection.execute(text("SELECT max(id) FROM questions")).scalar() == 3
    engine.dispose()


@pytest.mark.parametrize("target", ["0022", "0021", "0001", "9999", "head", "-1", ""])
def test_there_is_no_way_back_to_what_was_never_released(target: str, tmp_path: Path) -> None:
    with pytest.raises(NoWayBackError, match="restore the backup"):
        downgrade(f"sqlite:///{tmp_path}/d.sqlite3", target)


@EACH_DATABASE
@pytest.mark.parametrize("version", ["9999", "ae1027a6acf", ""])
def test_tables_of_a_later_or_unknown_version_are_left_alone(
    database_url: str, version: str, settings: Settings, run: Callable[..., tuple[int, str, str]]
) -> None:
    """Every command says what to do, and so does the doctor, and nothing is changed."""
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :version"), {"version": version})
    engine.dispose()
    before = read_tables(database_url)
    for command in (("db", "upgrade"), ("db", "downgrade", "0023"), ("serve",), ("runner",), ("audit",)):
        code, _output, error = run(*command)
        assert code == 3, error
        assert "Install that version again" in error
        assert repr(version) in error
        assert "unexpected" not in error
    rows = {row.wall: row for row in check_service(settings)}
    assert not rows["database"].stands
    assert "Install that version again" in rows["database"].tested
    assert "runners" not in rows
    assert read_tables(database_url) == before


@EACH_DATABASE
def test_tables_of_something_else_are_left_alone(
    database_url: str, settings: Settings, run: Callable[..., tuple[int, str, str]]
) -> None:
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    engine.dispose()
    code, _output, error = run("db", "upgrade")
    assert (code, "a database for JAX Dojo alone" in error) == (3, True)
    [row] = [row for row in check_service(settings) if row.wall == "database"]
    assert not row.stands


def test_doctor_tells_what_the_tables_are(settings: Settings) -> None:
    def tell() -> tuple[bool, str]:
        [row] = [row for row in check_service(settings) if row.wall == "database"]
        return row.stands, row.tested

    assert tell() == (True, f"its tables are the newest, version {HEAD}")
    path = settings.data / "jaxdojo.sqlite3"
    path.unlink()
    assert tell() == (True, "it has no tables yet")
    engine = for_writing(create_engine(settings.database_url))
    with engine.begin() as connection:
        run_alembic(connection, "0002")
    engine.dispose()
    assert tell() == (True, f"its tables have version 0002; the newest is {HEAD}")
    path.write_text("hello " * 1000)
    stands, tested = tell()
    assert (stands, "file is not a database" in tested) == (False, True)
