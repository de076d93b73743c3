"""Give API tokens scopes, an expiry time and a time of last use; store programs' pending requests for tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema: existing tokens keep all rights of their role."""
    op.add_column("api_tokens", sa.Column("scopes", sa.String(length=200), nullable=True))
    op.add_column("api_tokens", sa.Column("last_used_at", sa.DateTime(), nullable=True))
    op.add_column("api_tokens", sa.Column("expires_at", sa.DateTime(), nullable=True))
    op.create_table(
        "device_grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("user_code", sa.String(length=8), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("scopes", sa.String(length=200), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("denied", sa.Boolean(), nullable=False),
        sa.Column("polled_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_device_grants_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device_grants")),
        sa.UniqueConstraint("device_hash", name=op.f("uq_device_grants_device_hash")),
        sa.UniqueConstraint("user_code", name=op.f("uq_device_grants_user_code")),
    )


def downgrade() -> None:
    """Downgrade the schema. Tokens with scopes or an expiry time are deleted: they would get more rights, for ever."""
    op.drop_table("device_grants")
    op.execute("DELETE FROM api_tokens WHERE scopes IS NOT NULL OR expires_at IS NOT NULL")
    with op.batch_alter_table("api_tokens") as tokens:
        tokens.drop_column("expires_at")
        tokens.drop_column("last_used_at")
        tokens.drop_column("scopes")
