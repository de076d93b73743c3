"""Anonymisation of a class's wrong sources.

The function that reads sources is a task; the service limits how much one call is given.
"""

from __future__ import annotations

from app.domains.similarity.tokens import strip_remarks
from app.kit.workers.tasks import task


@task
def strip_sources(sources: list[str]) -> list[str]:
    """Return sources without comments and docstrings."""
    return [strip_remarks(source) for source in sources]
