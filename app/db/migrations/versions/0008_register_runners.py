"""Store the registered runners, to monitor and control them, and the checksums of programs in a shared store."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "runners",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("host", sa.String(length=200), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=16), nullable=False),
        sa.Column("labels", sa.String(length=500), nullable=False),
        sa.Column("tier", sa.Text(), nullable=False),
        sa.Column("stack", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("running", sa.Integer(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runners")),
        sa.UniqueConstraint("name", name=op.f("uq_runners_name")),
    )
    op.create_table(
        "bundle_programs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bundle_programs")),
    )
    op.create_index("uq_bundle_programs_digest_machine", "bundle_programs", ["digest", "machine"], unique=True)


def downgrade() -> None:
    """Downgrade the schema: runners register again at their start, and programs are compiled where needed."""
    op.drop_table("bundle_programs")
    op.drop_table("runners")
