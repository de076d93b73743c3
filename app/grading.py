"""The grader of this installation."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from app import last_used
from app.settings import prepare_data_directory
from grader.client import Grader
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from app.settings import Settings


def make_grader(settings: Settings, *, spares: int | None = None) -> Grader:
    """Return the grader; it starts nothing yet. `spares` other than the settings' suit a single command."""
    return Grader(make_limits(settings), spares=settings.spares if spares is None else spares)


def make_limits(settings: Settings) -> GraderSettings:
    """Return what the operator's settings mean to the grader."""
    return GraderSettings(
        device=settings.device,
        compile_cache=settings.compile_cache,
        memory_mb=settings.sandbox_memory_mb,
        threads=settings.sandbox_threads,
        output_cap=settings.sandbox_output_kib * 1024,
        sandbox_uid=settings.sandbox_uid,
        cgroups=settings.cgroups,
        minimum_tier=settings.minimum_tier,
        other_pythons=tuple(Path(path) for path in settings.other_pythons.split(os.pathsep) if path),
    )


def start_grader(settings: Settings) -> Grader | None:
    """Return a grader that begins to prepare sandboxes at once, or None where other processes grade.

    The first are for the problem that was used last before.
    """
    if settings.runner != "inside":
        return None
    prepare_data_directory(settings)
    grader = make_grader(settings)
    bundle = last_used.recall(settings)
    if bundle is not None:
        grader.expect(bundle)
    grader.start()
    return grader
