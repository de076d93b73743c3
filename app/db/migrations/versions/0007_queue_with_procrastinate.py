"""Store each version's device; with PostgreSQL, create the tables of Procrastinate, which is the queue there."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0019"
branch_labels = None
depends_on = None

TABLES = ("submissions", "regradings")
INDEXES = (
    # Without it, each deletion of a worker would read all jobs to find references to it.
    "CREATE INDEX ix_procrastinate_jobs_worker_id ON procrastinate_jobs (worker_id) WHERE worker_id IS NOT NULL",
    # For the trigger below.
    "CREATE INDEX ix_procrastinate_jobs_doing ON procrastinate_jobs (queueing_lock) WHERE status = 'doing'",
)
# Deleting a submission or regrading also deletes its job, as a foreign key does in SQLite.
DROP_JOBS = """
CREATE FUNCTION jaxdojo_drop_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM procrastinate_jobs WHERE status = 'todo' AND queueing_lock = TG_ARGV[0] || OLD.id;
    DELETE FROM procrastinate_jobs WHERE status = 'doing' AND queueing_lock = TG_ARGV[0] || OLD.id;
    RETURN NULL;
END;
$$
"""
TRIGGER = """
CREATE TRIGGER jaxdojo_drop_jobs AFTER DELETE ON {}
FOR EACH ROW EXECUTE FUNCTION jaxdojo_drop_jobs('{}:')
"""


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("problem_versions", sa.Column("device", sa.String(length=8), nullable=False, server_default="any"))
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    # Imported here because SQLite needs none of it.
    from procrastinate.schema import SchemaManager  # noqa: PLC0415

    # Many statements at once, which only the driver accepts; in the same transaction.
    driver: Any = connection.connection.driver_connection
    driver.execute(SchemaManager.get_schema())
    for statement in (*INDEXES, DROP_JOBS):
        op.execute(statement)
    for table in TABLES:
        op.execute(TRIGGER.format(table, table.removesuffix("s")))


def downgrade() -> None:
    """Downgrade the schema: what waits in Procrastinate's queue is lost, so let the runners finish first."""
    if op.get_bind().dialect.name == "postgresql":
        for table in TABLES:
            op.execute(f"DROP TRIGGER jaxdojo_drop_jobs ON {table}")
        op.execute("DROP FUNCTION jaxdojo_drop_jobs")
        tables = "procrastinate_events, procrastinate_periodic_defers, procrastinate_jobs, procrastinate_workers"
        op.execute(f"DROP TABLE {tables} CASCADE")  # and the functions that return its rows
        op.execute(
            "DO $$ DECLARE name text; BEGIN FOR name IN SELECT oid::regprocedure FROM pg_proc"
            " WHERE proname LIKE 'procrastinate\\_%' LOOP EXECUTE 'DROP FUNCTION ' || name; END LOOP; END $$"
        )
        op.execute("DROP TYPE procrastinate_job_to_defer_v1, procrastinate_job_status, procrastinate_job_event_type")
    with op.batch_alter_table("problem_versions") as versions:
        versions.drop_column("device")
