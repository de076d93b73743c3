"""Let a submission have no owner (a guest's run) and no problem (a program of its own)."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

COLUMNS = ("user_id", "problem_version_id")


def _rewrite(changes: dict[str, str]) -> None:
    """Change the table's definition in place.

    SQLite has no statement for it. To copy the table and drop the old one would delete what refers to its rows, since
    foreign keys can't be switched off in a transaction. Its documentation of ALTER TABLE names this way for constraints
    that change nothing on the disk.
    """
    connection = op.get_bind()
    definition = str(connection.scalar(sa.text("SELECT sql FROM sqlite_master WHERE name = 'submissions'")))
    for before, after in changes.items():
        if before not in definition:
            message = f"The table of submissions isn't as this migration expects: it has no `{before}`."
            raise RuntimeError(message)
        definition = definition.replace(before, after)
    version = int(connection.scalar(sa.text("PRAGMA schema_version")) or 0)
    connection.execute(sa.text("PRAGMA writable_schema = ON"))
    statement = sa.text("UPDATE sqlite_master SET sql = :definition WHERE type = 'table' AND name = 'submissions'")
    connection.execute(statement, {"definition": definition})
    connection.execute(sa.text(f"PRAGMA schema_version = {version + 1}"))
    connection.execute(sa.text("PRAGMA writable_schema = OFF"))


def upgrade() -> None:
    """Upgrade the schema."""
    if op.get_bind().dialect.name == "sqlite":
        _rewrite({f"{column} INTEGER NOT NULL": f"{column} INTEGER" for column in COLUMNS})
        return
    for column in COLUMNS:
        op.alter_column("submissions", column, existing_type=sa.Integer(), nullable=True)


def downgrade() -> None:
    """Downgrade the schema: what has no owner or no problem is deleted, as it would be in a few minutes."""
    op.execute("DELETE FROM submissions WHERE user_id IS NULL OR problem_version_id IS NULL")
    if op.get_bind().dialect.name == "sqlite":
        _rewrite({f"{column} INTEGER": f"{column} INTEGER NOT NULL" for column in COLUMNS})
        return
    for column in COLUMNS:
        op.alter_column("submissions", column, existing_type=sa.Integer(), nullable=False)
