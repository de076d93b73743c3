"""An upgrade loses nothing: the rows written under each earlier schema all exist under the newest one.

One database goes through all schemas, and under each of them, two rows are added to every table: one with a value in
each column, and one with as few values as allowed. So each row is upgraded as in an installation that began with that
schema. A value is made from its column's type alone, so a new table or column needs no change here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Date,
    DateTime,
    Enum,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    insert,
    inspect,
    select,
)

from app.db.models import Base
from app.db.session import create_engine, for_writing
from app.db.statuses import Role
from app.db.upgrade import MIGRATIONS, is_current, run_alembic, upgrade
from app.domains.accounts.schemas import Account
from app.kit.settings import prepare_data_directory
from app.server.application import create_app
from tests.integration.app.conftest import EACH_DATABASE, StandInGrader, make_person, publish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection, Engine

    from app.kit.settings import Settings

DROPPED: Final = {("0009", "sessions"): "everybody signs in once more"}
"""What an upgrade removes on purpose: the schema that does so, the table, and the reason."""
BEGAN: Final = datetime(2026, 1, 1)  # noqa: DTZ001 - as databases keep moments


@dataclass(frozen=True)
class Row:
    """A row that was added while `revision` was the newest schema."""

    revision: str
    table: str
    key: dict[str, Any]
    values: dict[str, Any]


def _list_revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]


REVISIONS: Final = _list_revisions()


def _reflect(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection, only=lambda name, _: not name.startswith(("procrastinate_", "alembic_")))
    return found


def _make_value(column: Column[Any], number: int) -> object:
    """Return a value for a column, a different one for each `number`; for a status, one that the code knows."""
    known = Base.metadata.tables.get(column.table.name)
    today = known.columns.get(column.name) if known is not None else None
    kind = column.type if today is None else today.type
    if isinstance(kind, Enum):
        return kind.enums[0]
    if isinstance(kind, JSON):
        return {"number": number, "text": "ä ✓"}
    if isinstance(column.type, DateTime):
        return BEGAN + timedelta(seconds=number, microseconds=1234)
    if isinstance(column.type, Date):
        return BEGAN.date() + timedelta(days=number)
    if isinstance(kind, Boolean):
        return bool(number % 2)
    if isinstance(column.type, Integer | Float):
        return number
    if isinstance(column.type, LargeBinary):
        return f"{number} {column.name}".encode()
    assert isinstance(column.type, String), column
    return f"{number} {column.name}"[: column.type.length]


KEPT = {("submissions", "user_id"), ("submissions", "problem_version_id")}
"""Nullable columns that are always filled: a submission without them isn't kept."""


def _fill(connection: Connection, revision: str, *numbers: int) -> Iterator[Row]:
    """Add rows to each table: for each number one, which is sparse if the number is even."""
    tables = _reflect(connection).sorted_tables
    for number in numbers:
        yield from _fill_once(connection, tables, revision, number, sparse=number % 2 == 0)


def _fill_once(
    connection: Connection, tables: list[Table], revision: str, number: int, *, sparse: bool
) -> Iterator[Row]:
    """Add a row to each table; its foreign keys refer to rows of the same number."""
    keys: dict[str, Any] = {}
    for table in tables:
        values = {}
        for column in table.columns:
            refers = next(iter(column.foreign_keys), None)
            if (column.primary_key and refers is None and isinstance(column.type, Integer)) or (
                sparse and column.nullable and (table.name, column.name) not in KEPT
            ):
                continue
            if refers is not None and refers.column.table is table:
                continue  # It refers to a row in the same table, such as an answer's question.
            values[column.name] = keys[refers.column.table.name] if refers else _make_value(column, number)
        stored = connection.execute(insert(table).values(values).returning(*table.primary_key.columns)).one()
        keys[table.name] = stored[0]
        yield Row(revision, table.name, stored._asdict(), values)


def _find_losses(connection: Connection, rows: list[Row]) -> list[str]:
    """Return descriptions of what is missing or changed."""
    tables = _reflect(connection).tables
    losses = []
    for row in rows:
        if any(row.table == table and _is_before(row, since) for since, table in DROPPED):
            continue
        table = tables.get(row.table)
        found = None if table is None else _look_up(connection, table, row.key)
        if found is None:
            losses.append(f"{row.revision}: {row.table} lost {row.key}")
            continue
        losses += [
            f"{row.revision}: {row.table}.{name} was {value!r} and is {found.get(name, 'gone')!r}"
            for name, value in row.values.items()
            if found.get(name, "gone") != value
        ]
    return losses


def _is_before(row: Row, revision: str) -> bool:
    return REVISIONS.index(row.revision) < REVISIONS.index(revision)


def _look_up(connection: Connection, table: Table, key: dict[str, Any]) -> dict[str, Any] | None:
    wanted = [table.columns[name] == value for name, value in key.items()]
    found = connection.execute(select(table).where(*wanted)).one_or_none()
    return None if found is None else dict(found._mapping)


@pytest.fixture
def engine(settings: Settings, database_url: str) -> Iterator[Engine]:
    """Yield connections to a database without tables."""
    prepare_data_directory(settings)
    made = for_writing(create_engine(database_url))
    if made.dialect.name == "postgresql":
        with made.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    else:
        (settings.data / "jaxdojo.sqlite3").unlink()
    assert inspect(made).get_table_names() == []
    yield made
    made.dispose()


def _go_through_all(engine: Engine) -> list[Row]:
    rows: list[Row] = []
    for number, revision in enumerate(REVISIONS):
        with engine.begin() as connection:
            run_alembic(connection, revision)
        with engine.begin() as connection:
            rows += _fill(connection, revision, 2 * number + 1, 2 * number + 2)
    return rows


@EACH_DATABASE
async def test_rows_of_each_earlier_schema_are_there_and_the_service_works_on_them(
    engine: Engine, settings: Settings, grader: StandInGrader
) -> None:
    rows = _go_through_all(engine)
    assert is_current(settings.database_url)
    assert {row.table for row in rows} == set(Base.metadata.tables), "every table was filled"
    with engine.connect() as connection:
        assert _find_losses(connection, rows) == []

    application = create_app(settings, grader)
    async with application.router.lifespan_context(application):
        services = application.state.services
        await publish(services)
        zoe = make_person(application)
        async with zoe.http:
            await zoe.sign_up("zoe")
            made = await zoe.solve()
            assert (await zoe.http.get(f"/api/v1/submissions/{made}")).json()["verdict"] == "accepted"
        by_table = {(row.revision, row.table): row for row in rows}  # the sparse one of each pair
        for revision in REVISIONS:
            user, submission = by_table[revision, "users"], by_table[revision, "submissions"]
            account = Account(id=user.key["id"], name=user.values["name"], role=Role(user.values["role"]))
            found = await services.submissions.get(submission.values["public_id"], account)
            assert found.source == submission.values["source"]
        assert len(await services.fleet.list_runners()) >= 1
        queue = await services.fleet.describe_queue()
        assert queue.queued + queue.running + queue.failed > 0, "what waited still waits"


@EACH_DATABASE
def test_an_upgrade_in_one_go_loses_nothing_either(engine: Engine, settings: Settings) -> None:
    """From the first schema, the longest way, in one transaction, as at the start of the service."""
    with engine.begin() as connection:
        run_alembic(connection, REVISIONS[0])
    with engine.begin() as connection:
        rows = [*_fill(connection, REVISIONS[0], 1, 2)]
    assert upgrade(settings.database_url)
    with engine.connect() as connection:
        assert _find_losses(connection, rows) == []


def test_a_loss_is_found(tmp_path: Path) -> None:
    """A test of the comparison itself."""
    engine = create_engine(f"sqlite:///{tmp_path}/d.sqlite3")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR(9))")
        connection.exec_driver_sql("INSERT INTO users VALUES (1, 'ada')")
        rows = [
            Row("0001", "users", {"id": 1}, {"name": "eve", "role": "learner"}),
            Row("0001", "users", {"id": 2}, {}),
            Row("0001", "sessions", {"id": 1}, {}),
            Row("0009", "sessions", {"id": 1}, {}),
        ]
        assert _find_losses(connection, rows) == [
            "0001: users.name was 'eve' and is 'ada'",
            "0001: users.role was 'learner' and is 'gone'",
            "0001: users lost {'id': 2}",
            "0009: sessions lost {'id': 1}",
        ]
    engine.dispose()
