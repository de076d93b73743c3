"""Keep the author's files of each version."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "version_files",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("archive", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["problem_versions.id"], name=op.f("fk_version_files_version_id_problem_versions")
        ),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_version_files")),
    )


def downgrade() -> None:
    """Take it back: the files of versions are forgotten."""
    op.drop_table("version_files")
