"""Let regrades leave what was accepted as it is."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("regrades", sa.Column("never_lower", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade() -> None:
    """Downgrade the schema: regrades that wait to be applied may lower verdicts."""
    op.drop_column("regrades", "never_lower")
