"""Keep questions about problems, answers, and who reported them."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "questions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("spoiler", sa.Boolean(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_questions_problem_id_problems")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_questions_user_id_users"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["questions.id"], name=op.f("fk_questions_parent_id_questions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_questions")),
    )
    op.create_index("ix_questions_problem_id_parent_id", "questions", ["problem_id", "parent_id"])
    op.create_index("ix_questions_user_id_created_at", "questions", ["user_id", "created_at"])
    op.create_table(
        "question_reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("question_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["question_id"],
            ["questions.id"],
            name=op.f("fk_question_reports_question_id_questions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_question_reports_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question_reports")),
    )
    op.create_index(
        "uq_question_reports_question_id_user_id", "question_reports", ["question_id", "user_id"], unique=True
    )


def downgrade() -> None:
    """Downgrade the schema: questions and answers are forgotten."""
    op.drop_table("question_reports")
    op.drop_table("questions")
