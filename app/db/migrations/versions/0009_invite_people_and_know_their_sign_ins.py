"""Store invitations, tickets, e-mail addresses, and the browser and network of sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema. Everybody must sign in again: earlier sessions lack the new columns."""
    # Only add a column: for other changes, SQLite would copy the table, and dropping the old one would empty all tables
    # that refer to it.
    op.add_column("users", sa.Column("email", sa.String(length=254), nullable=True))
    op.create_index("uq_users_email", "users", ["email"], unique=True)
    op.drop_table("sessions")
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("browser", sa.String(length=40), nullable=False),
        sa.Column("network", sa.String(length=48), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("public_id", name=op.f("uq_sessions_public_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name=op.f("fk_invitations_made_by_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("public_id", name=op.f("uq_invitations_public_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    op.create_index(op.f("ix_invitations_made_by"), "invitations", ["made_by"])
    op.create_table(
        "tickets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_tickets_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tickets")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_tickets_token_hash")),
    )
    op.create_index(op.f("ix_tickets_user_id"), "tickets", ["user_id"])
    op.create_index(op.f("ix_tickets_expires_at"), "tickets", ["expires_at"])


def downgrade() -> None:
    """Downgrade the schema. Confirmed e-mail addresses and open invitations are lost."""
    op.drop_table("tickets")
    op.drop_table("invitations")
    with op.batch_alter_table("sessions") as sessions:
        sessions.drop_constraint(op.f("uq_sessions_public_id"), type_="unique")
        for column in ("public_id", "browser", "network", "seen_at"):
            sessions.drop_column(column)
    op.drop_index("uq_users_email", table_name="users")
    op.drop_column("users", "email")
