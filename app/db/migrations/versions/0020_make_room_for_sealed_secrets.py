"""Make room for encrypted secrets. A server encrypts existing ones at its start, as only servers have the key."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    _make_room(255, 255)


def downgrade() -> None:
    """Downgrade the schema, while nothing is encrypted; else PostgreSQL refuses, and earlier versions can't read it."""
    _make_room(64, 80)


def _make_room(factors: int, webhooks: int) -> None:
    """Change the maximum length of secrets. SQLite recreates the tables, and loses references to the old ones."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    if is_sqlite:
        op.execute("CREATE TEMPORARY TABLE kept AS SELECT * FROM webhook_deliveries")
    for name, length in (("second_factors", factors), ("webhooks", webhooks)):
        with op.batch_alter_table(name) as table:
            table.alter_column("secret", type_=sa.String(length=length), existing_nullable=False)
    if is_sqlite:
        op.execute("DELETE FROM webhook_deliveries")
        op.execute("INSERT INTO webhook_deliveries SELECT * FROM kept")
        op.execute("DROP TABLE kept")
