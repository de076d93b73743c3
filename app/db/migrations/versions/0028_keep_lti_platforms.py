"""Keep platforms of LTI, launches, and what is linked to them."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "lti_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kid", sa.String(length=64), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_keys")),
        sa.UniqueConstraint("kid", name=op.f("uq_lti_keys_kid")),
    )
    op.create_table(
        "lti_platforms",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("issuer", sa.String(length=255), nullable=False),
        sa.Column("client_id", sa.String(length=255), nullable=False),
        sa.Column("auth_url", sa.String(length=500), nullable=False),
        sa.Column("token_url", sa.String(length=500), nullable=False),
        sa.Column("jwks_url", sa.String(length=500), nullable=False),
        sa.Column("token_audience", sa.String(length=500), nullable=False),
        sa.Column("admits", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_platforms")),
        sa.UniqueConstraint("public_id", name=op.f("uq_lti_platforms_public_id")),
    )
    op.create_index("uq_lti_platforms_issuer_client_id", "lti_platforms", ["issuer", "client_id"], unique=True)
    op.create_table(
        "lti_deployments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform_id", sa.Integer(), nullable=False),
        sa.Column("deployment_id", sa.String(length=255), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lti_platforms.id"],
            name=op.f("fk_lti_deployments_platform_id_lti_platforms"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_deployments")),
    )
    op.create_index(
        "uq_lti_deployments_platform_id_deployment_id", "lti_deployments", ["platform_id", "deployment_id"], unique=True
    )
    op.create_table(
        "lti_identities",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform_id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lti_platforms.id"],
            name=op.f("fk_lti_identities_platform_id_lti_platforms"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_lti_identities_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_identities")),
    )
    op.create_index(op.f("ix_lti_identities_user_id"), "lti_identities", ["user_id"], unique=False)
    op.create_index("uq_lti_identities_platform_id_subject", "lti_identities", ["platform_id", "subject"], unique=True)
    op.create_table(
        "lti_logins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform_id", sa.Integer(), nullable=False),
        sa.Column("state_hash", sa.String(length=64), nullable=False),
        sa.Column("nonce_hash", sa.String(length=64), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=False),
        sa.Column("in_frame", sa.Boolean(), nullable=False),
        sa.Column("storage", sa.String(length=100), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=True),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["platform_id"],
            ["lti_platforms.id"],
            name=op.f("fk_lti_logins_platform_id_lti_platforms"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_logins")),
        sa.UniqueConstraint("state_hash", name=op.f("uq_lti_logins_state_hash")),
    )
    op.create_index(op.f("ix_lti_logins_expires_at"), "lti_logins", ["expires_at"], unique=False)
    op.create_index(op.f("ix_lti_logins_platform_id"), "lti_logins", ["platform_id"], unique=False)
    op.create_table(
        "lti_contexts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("deployment_id", sa.Integer(), nullable=False),
        sa.Column("context_id", sa.String(length=255), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=True),
        sa.Column("members_url", sa.String(length=500), nullable=False),
        sa.Column("items_url", sa.String(length=500), nullable=False),
        sa.Column("may_make_items", sa.Boolean(), nullable=False),
        sa.Column("may_score", sa.Boolean(), nullable=False),
        sa.Column("synced_at", sa.DateTime(), nullable=True),
        sa.Column("sync_result", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_lti_contexts_course_id_courses"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["deployment_id"],
            ["lti_deployments.id"],
            name=op.f("fk_lti_contexts_deployment_id_lti_deployments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_contexts")),
        sa.UniqueConstraint("public_id", name=op.f("uq_lti_contexts_public_id")),
    )
    op.create_index(op.f("ix_lti_contexts_course_id"), "lti_contexts", ["course_id"], unique=False)
    op.create_index(
        "uq_lti_contexts_deployment_id_context_id", "lti_contexts", ["deployment_id", "context_id"], unique=True
    )
    op.create_table(
        "lti_line_items",
        sa.Column("context_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_lti_line_items_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["context_id"],
            ["lti_contexts.id"],
            name=op.f("fk_lti_line_items_context_id_lti_contexts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("context_id", "assignment_id", name=op.f("pk_lti_line_items")),
    )
    op.create_index(op.f("ix_lti_line_items_assignment_id"), "lti_line_items", ["assignment_id"], unique=False)
    op.create_table(
        "lti_members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("context_id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["context_id"], ["lti_contexts.id"], name=op.f("fk_lti_members_context_id_lti_contexts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_members")),
    )
    op.create_index("uq_lti_members_context_id_subject", "lti_members", ["context_id", "subject"], unique=True)
    op.create_table(
        "lti_scores",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("context_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("full", sa.Integer(), nullable=False),
        sa.Column("submitted_at", sa.DateTime(), nullable=True),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.DateTime(), nullable=False),
        sa.Column("result", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_lti_scores_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["context_id"], ["lti_contexts.id"], name=op.f("fk_lti_scores_context_id_lti_contexts"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_lti_scores_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lti_scores")),
    )
    op.create_index(op.f("ix_lti_scores_assignment_id"), "lti_scores", ["assignment_id"], unique=False)
    op.create_index("ix_lti_scores_status_next_at", "lti_scores", ["status", "next_at"], unique=False)
    op.create_index(op.f("ix_lti_scores_student_id"), "lti_scores", ["student_id"], unique=False)
    op.create_index(
        "uq_lti_scores_context_id_assignment_id_student_id",
        "lti_scores",
        ["context_id", "assignment_id", "student_id"],
        unique=True,
    )


def downgrade() -> None:
    """Downgrade the schema: platforms, the keys made for them, and all links to them are lost."""
    for table in (
        "lti_scores",
        "lti_members",
        "lti_line_items",
        "lti_contexts",
        "lti_logins",
        "lti_identities",
        "lti_deployments",
        "lti_platforms",
        "lti_keys",
    ):
        op.drop_table(table)
