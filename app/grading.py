"""The grader of this installation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.settings import prepare_data_directory
from grader.client import Grader
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from app.settings import Settings


def make_grader(settings: Settings, *, spares: int | None = None) -> Grader:
    """Return the grader; it starts nothing yet. `spares` other than the settings' suit a single command."""
    limits = GraderSettings(compile_cache=settings.compile_cache)
    return Grader(limits, spares=settings.spares if spares is None else spares)


def start_grader(settings: Settings) -> Grader | None:
    """Return a grader that begins to prepare sandboxes at once, or None where other processes grade."""
    if settings.runner != "inside":
        return None
    prepare_data_directory(settings)
    grader = make_grader(settings)
    grader.start()
    return grader
