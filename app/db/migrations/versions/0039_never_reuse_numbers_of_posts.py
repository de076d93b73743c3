"""Never reuse the numbers of deleted questions, answers and shared solutions in SQLite, as PostgreSQL never does.

They are parts of addresses: a form that was opened before a post was deleted would reach the next one.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

TABLES: Final = {"questions": "question_reports", "shared_solutions": "votes"}
"""The tables, each with the one whose rows SQLite deletes together with those that they refer to."""


def upgrade() -> None:
    """Upgrade the schema."""
    _make_again(counts_on=True)


def downgrade() -> None:
    """Downgrade the schema: numbers of deleted posts are given again."""
    _make_again(counts_on=False)


def _make_again(*, counts_on: bool) -> None:
    """Make the tables again, with their rows, since SQLite can't change a table's key."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    found = sa.MetaData()
    found.reflect(connection, only=[*TABLES, *TABLES.values()])
    for name, dependent in TABLES.items():
        for table in (dependent, name):
            op.execute(f"CREATE TEMPORARY TABLE kept_{table} AS SELECT * FROM {table}")  # noqa: S608 - ours
            op.drop_table(table)
        found.tables[name].dialect_options["sqlite"]["autoincrement"] = counts_on
        found.tables[name].primary_key.name = f"pk_{name}"  # AUTOINCREMENT leaves a key without a name.
        for table in (name, dependent):
            found.tables[table].create(connection)
            op.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")  # noqa: S608 - ours
            op.drop_table(f"kept_{table}")
