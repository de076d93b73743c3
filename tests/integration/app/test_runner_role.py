"""A runner works with a PostgreSQL role that has the rights in `app.db.runner_role`, and is refused everything else."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
import structlog
from sqlalchemy import text, update
from sqlalchemy.exc import ProgrammingError

from app.db.errors import RunnerRoleError, UpgradeRefusedError
from app.db.models import Submission, now
from app.db.runner_role import RIGHTS, grant_rights
from app.db.session import create_engine, for_writing
from app.db.statuses import Role
from app.db.upgrade import OLDEST_WAY_BACK, downgrade, upgrade
from app.domains.bundles.programs import _find_sum
from app.domains.fleet.schemas import Registration
from app.domains.problems.repository import add_version
from app.domains.regrading.schemas import Selection
from app.kit.errors import DatabaseUnavailableError
from app.kit.settings import Settings, prepare_data_directory
from app.server.processes import warn_of_rights
from app.services import Services, make_services
from app.work.grading import make_grader
from app.work.installation import prepare_database, require_database
from app.work.preparation import Preparation
from grader.publishing.publish import publish
from grader.report import Mode, Verdict
from tests.integration.app.conftest import PASSWORD, StandInGrader
from tests.integration.app.running import running_runner
from tests.integration.grader.conftest import SECRET
from tests.integration.grader.test_publish import RIGHT, write_files

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.domains.accounts.schemas import Account
    from tests.postgresql import Server

pytestmark = pytest.mark.databases("postgresql")
ROLE = "jaxdojo_runner"
ALL = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")
COLUMNS = """
    SELECT attname::text FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped
"""
BY_COLUMN = {"SELECT", "INSERT", "UPDATE", "REFERENCES"}


@pytest.fixture
def role_url(database_url: str, postgresql: Server) -> str:
    """Return the database's URL for a runner, whose role has these rights."""
    with closing(psycopg.connect(postgresql.address("postgres"), autocommit=True)) as connection:
        if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [ROLE]).fetchone() is None:
            connection.execute(f"CREATE ROLE {ROLE} LOGIN".encode())
    grant_rights(database_url, ROLE)
    return database_url.replace("superuser@", f"{ROLE}@")


@pytest.fixture
async def runner_services(role_url: str, settings: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    """Yield a runner's services, with its own role and the server's bundles."""
    made = make_services(settings.model_copy(update={"database_url": role_url}))
    prepare_data_directory(made.settings)
    yield made
    await made.close()


async def submit(services: Services, account: Account) -> str:
    return (await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)).id


async def leave(runner: Services, name: str) -> None:
    """Do what monitoring requests of a runner, and what a runner does at its end."""
    await runner.submissions.measure_backlog()
    await runner.webhooks.measure_backlog()
    assert runner.programs is None
    await runner.database.read(lambda session: _find_sum(session, "0" * 64, "machine"))
    await runner.fleet.describe()
    await runner.fleet.set_aside(name, "a test")
    await runner.fleet.unregister(name)


async def work_through(server: Services, runner: Services, grader: StandInGrader) -> None:
    """Do with a runner's services everything that it ever does to the database; a refusal raises."""
    name = "here:1:runner"
    ada = await server.accounts.find("ada")
    root = await server.accounts.find("root")
    await runner.database.check()
    await runner.fleet.register(Registration(name=name, host="here", capacity=2, device="cpu", labels=""))
    await runner.fleet.record_report(name, running=0, failures=0, tier="B", stack=grader.stack.tell())
    [version] = await runner.catalogue.list_by_use()
    bundle = await runner.catalogue.load_bundle(version)
    report = grader.grade(bundle, b"x = 1", mode=Mode.SUBMIT).model_copy(update={"version": "1"})
    # A submission that fails once, is handed back once, and then ends in a verdict.
    first = await submit(server, ada)
    work = await runner.ledger.begin(name, stack=grader.stack)
    assert work is not None
    assert await runner.ledger.retry_or_fail(work, delay_s=0)
    work = await runner.ledger.begin(name, stack=grader.stack)
    assert work is not None
    await runner.ledger.heartbeat([work])
    await runner.ledger.release(work)
    work = await runner.ledger.begin(name, stack=grader.stack)
    assert work is not None
    await runner.ledger.add_cases(work, [{"index": 0, "total": 2}])
    await runner.ledger.finish(work, report, [{"index": 1, "total": 2}])
    assert (await server.submissions.get(first, ada)).verdict is Verdict.ACCEPTED
    [hook, *_others] = await server.webhooks.list_webhooks(ada)
    assert await server.webhooks.list_deliveries(ada, hook.id)
    # One that is lost, and found by another runner; one that fails permanently and is revived.
    second = await submit(server, ada)
    work = await runner.ledger.begin(name, stack=grader.stack)
    assert work is not None
    await runner.ledger.abandon(work)
    assert await runner.ledger.take_back_lost(name) == (1, 0)
    for _ in range(server.settings.max_attempts - 1):
        work = await runner.ledger.begin(name, stack=grader.stack)
        assert work is not None
        await runner.ledger.retry_or_fail(work, delay_s=0)
    assert (await server.submissions.get(second, ada)).verdict is Verdict.INTERNAL_ERROR
    long_ago = now() - timedelta(days=1)
    await server.database.write(lambda session: session.execute(update(Submission).values(finished_at=long_ago)))
    assert await runner.regrades.revive_failed() == 1
    work = await runner.ledger.begin(name, stack=grader.stack)
    assert work is not None
    await runner.ledger.finish(work, report, [])
    # Regrades, in the background: one that waits for a decision, and one that applies automatically.
    for applies_itself in (False, True):
        chosen = Selection(submission=(first, second)[applies_itself])
        await server.regrades.rejudge(chosen, version, reason="a test", by=root, applies_itself=applies_itself)
    while (work := await runner.ledger.begin(name, stack=grader.stack)) is not None:
        await runner.ledger.finish(work, report, [])
    await leave(runner, name)


@pytest.fixture
async def people(services: Services) -> None:
    await services.accounts.add_user("ada", PASSWORD, Role.LEARNER)
    await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    ada = await services.accounts.find("ada")
    await services.webhooks.make(ada, "https://hooks.invalid/")


async def test_runner_does_all_its_work(
    services: Services, people: None, runner_services: Services, grader: StandInGrader
) -> None:
    await work_through(services, runner_services, grader)


def list_rights(connection: psycopg.Connection[tuple[object, ...]]) -> dict[str, dict[str, set[str]]]:
    """Return the role's rights: for each table, the rights with the columns to which they apply."""
    found: dict[str, dict[str, set[str]]] = {}
    tables = (
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')"
    )
    for (table,) in connection.execute(tables.encode()).fetchall():
        columns = connection.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped",
            [table],
        ).fetchall()
        for right in ALL:
            if right in BY_COLUMN:
                asked = [
                    (
                        column,
                        connection.execute(
                            "SELECT has_column_privilege(%s, %s, %s, %s)", [ROLE, table, column, right]
                        ).fetchone(),
                    )
                    for (column,) in columns
                ]
                held = {str(column) for column, answer in asked if answer == (True,)}
            else:
                answer = connection.execute("SELECT has_table_privilege(%s, %s, %s)", [ROLE, table, right]).fetchone()
                held = {"*"} if answer == (True,) else set()
            if held:
                found.setdefault(str(table), {})[right] = held
    return found


def test_role_has_these_rights_and_no_others(role_url: str, database_url: str) -> None:
    """Rights beyond the list, whether granted now or earlier, are revoked."""
    with closing(psycopg.connect(database_url, autocommit=True)) as connection:
        connection.execute(f"GRANT ALL ON users, sessions, second_factors TO {ROLE}".encode())
        grant_rights(database_url, ROLE)
        found = list_rights(connection)
        expected: dict[str, dict[str, set[str]]] = {}
        for table, rights in RIGHTS.items():
            columns = {name for (name,) in connection.execute(COLUMNS, [table])}
            for right, told in rights.items():
                held = {"*"} if right not in BY_COLUMN else set(told.split(", ")) if told else columns
                expected.setdefault(table, {})[right] = held
        assert found == expected
        secrets = {"password_hash", "secret", "token_hash", "code_hash", "email", "url", "body"}
        assert not secrets & {column for rights in found.values() for column in rights.get("SELECT", set())}
        role = connection.execute(
            "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls FROM pg_roles WHERE rolname = %s", [ROLE]
        ).fetchone()
        assert role == (False, False, False, False)


REFUSED = [
    "SELECT password_hash FROM users",
    "SELECT email FROM users",
    "SELECT * FROM users",
    "UPDATE users SET role = 'admin'",
    "SELECT secret FROM webhooks",
    "SELECT url FROM webhooks",
    "SELECT body FROM webhook_deliveries",
    "UPDATE webhook_deliveries SET next_at = now()",
    "UPDATE submissions SET source = ''",
    "UPDATE submissions SET user_id = 1",
    "DELETE FROM submissions",
    "INSERT INTO sessions (token_hash) VALUES ('')",
    "SELECT token_hash FROM sessions",
    "SELECT * FROM api_tokens",
    "SELECT * FROM second_factors",
    "SELECT * FROM recovery_codes",
    "SELECT * FROM tickets",
    "SELECT * FROM invitations",
    "SELECT * FROM audit_entries",
    "SELECT * FROM drafts",
    "UPDATE problem_versions SET digest = ''",
    "UPDATE bundle_programs SET sha256 = ''",
    "UPDATE alembic_version SET version_num = '0001'",
    "TRUNCATE procrastinate_jobs",
    "CREATE TABLE mine (id integer)",
    "CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE SCHEMA mine",
    "ALTER TABLE submissions DISABLE TRIGGER ALL",
    "DROP TABLE runners",
    "COPY users TO PROGRAM 'id'",
    "SET ROLE superuser",
    "SELECT pg_read_file('/etc/passwd')",
]


def test_everything_else_is_refused(role_url: str) -> None:
    for statement in REFUSED:
        engine = create_engine(role_url)
        refusal = pytest.raises(ProgrammingError, match=r"permission denied|must be (owner|superuser)")
        with engine.connect() as connection, refusal:
            connection.execute(text(statement))
        engine.dispose()


async def test_each_right_is_needed(
    services: Services, people: None, runner_services: Services, grader: StandInGrader, database_url: str
) -> None:
    with closing(psycopg.connect(database_url, autocommit=True)) as connection:
        for table, rights in RIGHTS.items():
            for right, columns in rights.items():
                if table == "alembic_version":
                    continue  # needed at the start: `test_runner_upgrades_no_tables`
                connection.execute(
                    f"REVOKE {right} {f'({columns})' if columns else ''} ON {table} FROM {ROLE}".encode()
                )
                runner_services.catalogue.forget()  # what it has in memory would need no right
                with pytest.raises(ProgrammingError, match="permission denied"):
                    await work_through(services, runner_services, grader)
                connection.execute("TRUNCATE submissions, regrades, runners, procrastinate_jobs CASCADE")
                grant_rights(database_url, ROLE)


async def test_runner_grades_under_the_role(
    services: Services,
    people: None,
    runner_services: Services,
    grader: StandInGrader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Like `jaxdojo runner`: it prepares, registers, is woken by a notification, and stores a verdict."""
    ada = await services.accounts.find("ada")
    services.start()
    runner_services.start()
    preparation = Preparation(runner_services)
    async with running_runner(runner_services, grader, monkeypatch):
        await preparation.run(grader)
        assert preparation.ready.is_set()
        made = await submit(services, ada)
        seen = [event.kind async for event in services.submissions.events(made, ada)]
    assert seen[-1] == "verdict"
    assert (await services.submissions.get(made, ada)).verdict is Verdict.ACCEPTED


@pytest.mark.sandbox
@pytest.mark.timeout(120)
async def test_runner_grades_in_a_real_sandbox_under_the_role(
    services: Services, people: None, runner_services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A right submission and a wrong one, from the queue to their verdicts, with the real grader."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    grader = make_grader(runner_services.settings)
    await asyncio.to_thread(grader.start)
    folders = write_files(tmp_path / "twice")
    made = await asyncio.to_thread(publish, *folders, services.store, SECRET, grader, mutants=False, quick=True)
    manifest = services.store.load(made.digest).manifest
    await services.database.write(lambda session: add_version(session, manifest, made.digest, "a source"))
    services.catalogue.forget()
    ada = await services.accounts.find("ada")
    services.start()
    runner_services.start()
    verdicts = []
    async with running_runner(runner_services, grader, monkeypatch):
        for source in (RIGHT, "def twice(x):\n    return x\n"):
            submission = (await services.submissions.create(ada, "twice", source, Mode.SUBMIT)).id
            async for _ in services.submissions.events(submission, ada):
                pass
            verdicts.append((await services.submissions.get(submission, ada)).verdict)
    assert verdicts == [Verdict.ACCEPTED, Verdict.WRONG_ANSWER]


async def test_a_runner_without_a_role_of_its_own_says_so(services: Services, runner_services: Services) -> None:
    with structlog.testing.capture_logs() as lines:
        await warn_of_rights(runner_services)
        assert lines == []
        await warn_of_rights(services)
    assert [line["event"] for line in lines] == ["runner_sees_accounts"]


def test_runner_upgrades_no_tables(database_url: str, role_url: str, settings: Settings) -> None:
    downgrade(database_url, OLDEST_WAY_BACK)
    engine = for_writing(create_engine(database_url))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0021'"))
    engine.dispose()
    with pytest.raises(UpgradeRefusedError, match="Start a server first"):
        upgrade(role_url)


def test_a_runner_that_is_first_makes_no_tables(postgresql: Server, role_url: str, settings: Settings) -> None:
    """Before PostgreSQL 15, any role may create tables in `public`: it would then own them all."""
    name = postgresql.make_database()
    with closing(psycopg.connect(postgresql.address(name), autocommit=True)) as connection:
        connection.execute("GRANT CREATE ON SCHEMA public TO PUBLIC")
        url = postgresql.address(name).replace("superuser@", f"{ROLE}@")
        with pytest.raises(DatabaseUnavailableError, match="start a server"):
            require_database(settings.model_copy(update={"database_url": url}))
        assert connection.execute("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace").fetchall() == []
        server = settings.model_copy(update={"database_url": postgresql.address(name), "runner_role": ROLE})
        prepare_database(server)
        require_database(settings.model_copy(update={"database_url": url}))
    postgresql.drop_database(name)


def test_a_role_that_stays_able_to_create_functions_is_refused(postgresql: Server, role_url: str) -> None:
    """As in a database of PostgreSQL 14, whose schema `public` isn't its owner's: the REVOKE only warns there."""
    name, owner = postgresql.make_database(), "owner_of_tables"
    with closing(psycopg.connect(postgresql.address(name), autocommit=True)) as connection:
        connection.execute(f"CREATE ROLE {owner} LOGIN".encode())
        connection.execute("GRANT CREATE ON SCHEMA public TO PUBLIC")
        url = postgresql.address(name).replace("superuser@", f"{owner}@")
        upgrade(url)
        with pytest.raises(RunnerRoleError, match="ALTER SCHEMA public OWNER"):
            grant_rights(url, ROLE)
        connection.execute(f"ALTER SCHEMA public OWNER TO {owner}".encode())
        grant_rights(url, ROLE)
        connection.execute(f"DROP OWNED BY {owner} CASCADE".encode())
        connection.execute(f"DROP ROLE {owner}".encode())
    postgresql.drop_database(name)


def test_start_of_a_server_gives_the_rights(database_url: str, role_url: str, settings: Settings) -> None:
    with closing(psycopg.connect(database_url, autocommit=True)) as connection:
        connection.execute(f"REVOKE ALL ON runners FROM {ROLE}".encode())
        prepare_data_directory(settings)
        prepare_database(settings.model_copy(update={"runner_role": ROLE}))
        assert "runners" in list_rights(connection)
    with pytest.raises(RunnerRoleError, match="createuser"):
        prepare_database(settings.model_copy(update={"runner_role": "nobody_here"}))
    with pytest.raises(RunnerRoleError, match="can't be granted"):
        grant_rights(role_url, ROLE)
    with pytest.raises(RunnerRoleError, match="SQLite has no roles"):
        grant_rights("sqlite:///x", ROLE)


def test_script_of_compose_makes_the_role(postgresql: Server) -> None:
    """The password may contain any characters."""
    if shutil.which("psql") is None:
        pytest.skip("there is no psql here: install the package `postgresql-client`")
    script = Path(__file__).resolve().parents[3] / "deploy" / "postgresql" / "runner-role.sh"
    text_of_script = script.read_text(encoding="utf-8").replace("ROLE jaxdojo_runner", "ROLE made_by_script")
    told = {"POSTGRES_USER": "superuser", "POSTGRES_DB": "postgres", "RUNNER_PASSWORD": "it's \"; $(odd)"}
    where = {"PGHOST": "127.0.0.1", "PGPORT": str(postgresql.port)}
    subprocess.run(["sh", "-c", text_of_script], check=True, env={**os.environ, **where, **told}, capture_output=True)
    with closing(psycopg.connect(postgresql.address("postgres"), autocommit=True)) as connection:
        query = "SELECT rolcanlogin, rolsuper, rolcreatedb FROM pg_roles WHERE rolname = 'made_by_script'"
        assert connection.execute(query).fetchone() == (True, False, False)
        connection.execute("DROP ROLE made_by_script")
