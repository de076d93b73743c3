"""Keep messages about submissions, requests to look again, comments for reuse, and rubrics."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("assignments", sa.Column("regrade_days", sa.Integer(), server_default=sa.text("7"), nullable=False))
    op.create_table(
        "thread_messages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=True),
        sa.Column("author_id", sa.Integer(), nullable=True),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submissions.id"],
            name=op.f("fk_thread_messages_submission_id_submissions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_thread_messages_course_id_courses"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["author_id"], ["users.id"], name=op.f("fk_thread_messages_author_id_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thread_messages")),
    )
    op.create_index("ix_thread_messages_author_id", "thread_messages", ["author_id"])
    op.create_index("ix_thread_messages_course_id", "thread_messages", ["course_id"])
    op.create_index("ix_thread_messages_submission_id_course_id", "thread_messages", ["submission_id", "course_id"])
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=True),
        sa.Column("kata_id", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("outcome", sa.String(length=32), nullable=True),
        sa.Column("owner_id", sa.Integer(), nullable=True),
        sa.Column("before_verdict", sa.String(length=32), nullable=True),
        sa.Column("after_verdict", sa.String(length=32), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("closed_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_reviews_submission_id_submissions"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_reviews_course_id_courses"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["kata_id"], ["assignment_katas.id"], name=op.f("fk_reviews_kata_id_assignment_katas"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_reviews_owner_id_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
        sa.UniqueConstraint("public_id", name=op.f("uq_reviews_public_id")),
    )
    op.create_index("ix_reviews_course_id_status", "reviews", ["course_id", "status"])
    op.create_index("ix_reviews_kata_id", "reviews", ["kata_id"])
    op.create_index("ix_reviews_submission_id_status", "reviews", ["submission_id", "status"])
    op.create_table(
        "course_comments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_course_comments_course_id_courses"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name=op.f("fk_course_comments_made_by_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_comments")),
        sa.UniqueConstraint("public_id", name=op.f("uq_course_comments_public_id")),
    )
    op.create_index("ix_course_comments_course_id", "course_comments", ["course_id"])
    op.create_table(
        "rubric_items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("kata_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("words", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["kata_id"],
            ["assignment_katas.id"],
            name=op.f("fk_rubric_items_kata_id_assignment_katas"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rubric_items")),
        sa.UniqueConstraint("public_id", name=op.f("uq_rubric_items_public_id")),
    )
    op.create_index("ix_rubric_items_kata_id_position", "rubric_items", ["kata_id", "position"])
    op.create_table(
        "rubric_ticks",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("given_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["rubric_items.id"], name=op.f("fk_rubric_ticks_item_id_rubric_items"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submissions.id"],
            name=op.f("fk_rubric_ticks_submission_id_submissions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["given_by"], ["users.id"], name=op.f("fk_rubric_ticks_given_by_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("item_id", "submission_id", name=op.f("pk_rubric_ticks")),
    )
    op.create_index("ix_rubric_ticks_submission_id", "rubric_ticks", ["submission_id"])


def downgrade() -> None:
    """Downgrade the schema: messages, requests and rubrics are forgotten."""
    op.drop_table("rubric_ticks")
    op.drop_table("rubric_items")
    op.drop_table("course_comments")
    op.drop_table("reviews")
    op.drop_table("thread_messages")
    op.drop_column("assignments", "regrade_days")
