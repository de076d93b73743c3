"""Alembic's entry point: runs the migrations on the connection that `app.db.upgrade` passes."""

from alembic import context

from app.db.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
