"""Add the indexes without which a request or a deletion reads a table that grows with the site."""

from typing import Final

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

INDEXES: Final = (
    ("ix_submissions_finished_at", "submissions", ["finished_at"]),
    ("ix_idempotency_keys_user_id_created_at", "idempotency_keys", ["user_id", "created_at"]),
    ("ix_regradings_regrade_id_status", "regradings", ["regrade_id", "status"]),
    ("ix_shared_solutions_submission_id", "shared_solutions", ["submission_id"]),
    ("ix_shared_solutions_user_id", "shared_solutions", ["user_id"]),
    ("ix_votes_user_id", "votes", ["user_id"]),
    ("ix_questions_parent_id", "questions", ["parent_id"]),
    ("ix_question_reports_user_id", "question_reports", ["user_id"]),
    ("ix_rubric_ticks_created_at", "rubric_ticks", ["created_at"]),
    ("ix_webhook_deliveries_webhook_id_status_next_at", "webhook_deliveries", ["webhook_id", "status", "next_at"]),
    ("ix_lti_scores_context_id_status_next_at", "lti_scores", ["context_id", "status", "next_at"]),
)


def upgrade() -> None:
    """Upgrade the schema."""
    for name, table, columns in INDEXES:
        op.create_index(name, table, columns)


def downgrade() -> None:
    """Downgrade the schema."""
    for name, table, _columns in reversed(INDEXES):
        op.drop_index(name, table_name=table)
