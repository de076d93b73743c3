"""PostgreSQL role for runners: exactly the rights that grading needs, and none on accounts, tokens or secrets.

A runner starts untrusted programs, so an attacker who escapes the sandbox controls the runner. With this role it can
claim jobs, read sources and problems, and record verdicts. `RIGHTS` is the complete list; a test grades with it, and
checks that everything else is refused and that each right is needed.

The owner of the tables grants the rights after each upgrade of the tables, because a later version may need others. A
runner never upgrades the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from psycopg import errors, sql
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.db.errors import RunnerRoleError
from app.db.session import create_engine, explain, for_writing, parse_url
from app.db.upgrade import hold_lock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.orm import Session

RIGHTS: Final[Mapping[str, Mapping[str, str]]] = {
    "alembic_version": {"SELECT": ""},
    # Submissions and problems.
    "problems": {"SELECT": ""},
    "problem_versions": {"SELECT": ""},
    "bundle_programs": {"SELECT": ""},
    "private_problems": {"SELECT": "problem_id"},
    "beta_problems": {"SELECT": "problem_id, released_at"},
    "submissions": {
        "SELECT": "",
        "UPDATE": "status, verdict, report, code, attempts, revivals, problem_version_id, started_at, finished_at",
    },
    "submission_events": {"SELECT": "", "INSERT": ""},
    "regrades": {"SELECT": "", "UPDATE": "status, decided_at"},
    "regradings": {
        "SELECT": "",
        "UPDATE": "status, verdict, report, before_version_id, before_verdict, before_report",
    },
    # The runner itself, and dead runners.
    "runners": {"SELECT": "", "INSERT": "", "UPDATE": "", "DELETE": ""},
    # Messages about verdicts, which servers sign and send; no addresses or secrets.
    "users": {"SELECT": "id, name"},
    "webhooks": {"SELECT": "id, user_id, for_all, disabled_at"},
    "course_webhooks": {"SELECT": "webhook_id"},
    "webhook_deliveries": {
        "SELECT": "id, status, created_at",
        "INSERT": "public_id, webhook_id, body, status, attempts, next_at, created_at",
    },
    # Requests to look at a verdict again, which a regrade answers.
    "reviews": {
        "SELECT": "id, submission_id, course_id, status",
        "UPDATE": "status, outcome, before_verdict, after_verdict, closed_at",
    },
    # The queue.
    "procrastinate_jobs": {"SELECT": "", "INSERT": "", "UPDATE": "", "DELETE": ""},
    "procrastinate_workers": {"SELECT": "", "INSERT": "", "UPDATE": "", "DELETE": ""},
    "procrastinate_events": {"INSERT": ""},
    "procrastinate_periodic_defers": {"SELECT": "job_id", "UPDATE": "job_id"},
}
"""The rights on each table, each with the columns that it applies to; an empty string means all columns."""
SEQUENCES: Final = (
    "submission_events_id_seq",
    "runners_id_seq",
    "webhook_deliveries_id_seq",
    "procrastinate_jobs_id_seq",
    "procrastinate_workers_id_seq",
    "procrastinate_events_id_seq",
)
"""The sequences that number the rows that a runner adds."""


def list_statements(role: str) -> list[sql.Composed]:
    """Return the statements that grant a role these rights, and revoke all others."""
    to = sql.Identifier(role)
    statements = [
        # Before PostgreSQL 15, all roles may create tables in `public`.
        sql.SQL("REVOKE CREATE ON SCHEMA public FROM PUBLIC").format(),
        sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(to),
        sql.SQL("REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {}").format(to),
        sql.SQL("REVOKE ALL ON SCHEMA public FROM {}").format(to),
        sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(to),
    ]
    for table, rights in RIGHTS.items():
        for right, columns in rights.items():
            what = sql.SQL(f"{right} ({columns})" if columns else right)
            statements.append(sql.SQL("GRANT {} ON {} TO {}").format(what, sql.Identifier(table), to))
    numbering = sql.SQL(", ").join(sql.Identifier(sequence) for sequence in SEQUENCES)
    return [*statements, sql.SQL("GRANT USAGE ON {} TO {}").format(numbering, to)]


def sees_accounts(session: Session) -> bool:
    """Return whether this connection's role may read all of `users`, as the owner may, but no runner needs to."""
    return bool(session.scalar(text("SELECT has_table_privilege('users', 'SELECT')")))


def grant_rights(url: str, role: str) -> None:
    """Grant an existing role the rights of a runner, and revoke all others; blocks.

    Raises `RunnerRoleError` if that isn't possible, or if the role keeps a right that lets it act as the owner, and
    `DatabaseUnavailableError`.
    """
    if parse_url(url).get_backend_name() != "postgresql":
        raise RunnerRoleError("SQLite has no roles; JAXDOJO_RUNNER_ROLE is for PostgreSQL")
    engine = for_writing(create_engine(url))
    try:
        with engine.begin() as connection:
            hold_lock(connection)
            for statement in list_statements(role):
                connection.exec_driver_sql(statement.as_string())
            # PostgreSQL only warns if somebody else owns the schema and the REVOKE changes nothing.
            if connection.scalar(text("SELECT has_schema_privilege(:role, 'public', 'CREATE')"), {"role": role}):
                raise RunnerRoleError(
                    f"{role} may still create functions in the schema `public`, which the servers would call; run "
                    "`ALTER SCHEMA public OWNER TO ...` there as a superuser, with the name of the tables' owner"
                )
    except DBAPIError as error:
        if isinstance(error.orig, errors.UndefinedObject):
            advice = f"create it first: `sudo -u postgres createuser --pwprompt {role}`"
            raise RunnerRoleError(f"there is no role {role} in PostgreSQL; {advice}") from error
        raise RunnerRoleError(explain(error)) from error
    except SQLAlchemyError as error:
        raise RunnerRoleError(explain(error)) from error
    finally:
        engine.dispose()
