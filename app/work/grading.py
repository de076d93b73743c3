"""The grader of this installation: its interface, and its construction from the settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.kit.settings import prepare_data_directory
from app.work import last_used
from grader.grading.client import Grader
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.kit.settings import Settings
    from grader.bundle.contents import Bundle
    from grader.grading.counts import SandboxCounts
    from grader.grading.grade import GradeEvent
    from grader.report import Mode, Report, Stack


class GraderPort(Protocol):
    """The part of `grader.grading.client.Grader` that the runner uses."""

    @property
    def tier(self) -> str:
        """The sandbox's tier; raises `grader.errors.GraderError` if there is no sandbox."""

    @property
    def stack(self) -> Stack:
        """The versions in the sandbox; raises the same errors as `tier`."""

    def start(self) -> None:
        """Start preparing sandboxes."""

    def close(self) -> None:
        """End all sandboxes."""

    def expect(self, bundle: Bundle) -> None:
        """Prepare for submissions to `bundle`, in the background."""

    def is_warm(self, bundle: Bundle) -> bool:
        """Return whether a warm sandbox is ready for a submission to `bundle`."""

    def count_sandboxes(self) -> SandboxCounts:
        """Return the number of ready spares, and counts of how sandboxes ended."""

    def grade(
        self,
        bundle: Bundle,
        source: bytes,
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,
    ) -> Report:
        """Grade a submission; blocks."""

    def observe(self, source: bytes) -> Report:
        """Run a program that belongs to no problem, and report what JAX did; blocks."""


class Graders:
    """The graders with which a process publishes: the one that is running anyway, and one more, made when needed.

    What is published quickly takes few sandboxes, so it takes those of the grader that is running: to do its imports
    again would take longer than all the rest of the first problem. What is published in full would make that grader
    prepare for submissions to bundles that are only tried.
    """

    def __init__(self, make: Callable[[], Grader], running: Grader | None = None) -> None:
        self._make = make
        self._running = running
        self._own: Grader | None = None

    def choose(self, *, quick: bool) -> Grader:
        """Return the grader for a problem that is published quickly or in full."""
        if quick and self._running is not None:
            return self._running
        if self._own is None:
            self._own = self._make()
            self._own.start()
        return self._own

    def close(self) -> None:
        """Close the grader that was made here, if any."""
        if self._own is not None:
            self._own.close()


def make_grader(settings: Settings, *, spares: int | None = None) -> Grader:
    """Return a grader that isn't started yet. A single command may override the settings' number of `spares`."""
    return Grader(make_limits(settings), spares=settings.spares if spares is None else spares)


def make_limits(settings: Settings) -> GraderSettings:
    """Return the grader's limits from the settings."""
    return GraderSettings(
        device=settings.device,
        compile_cache=settings.compile_cache,
        memory_mb=settings.sandbox_memory_mb,
        threads=settings.sandbox_threads,
        output_cap=settings.sandbox_output_kib * 1024,
        sandbox_uid=settings.sandbox_uid,
        sandbox_packages=tuple(settings.sandbox_packages.replace(",", " ").split()),
        cgroups=settings.cgroups,
        minimum_tier=settings.minimum_tier,
        other_pythons=tuple(Path(path) for path in settings.other_pythons.split(os.pathsep) if path),
    )


def start_grader(settings: Settings) -> Grader | None:
    """Return a grader that starts preparing sandboxes at once, or None if other processes grade.

    The first sandboxes are for the most recently used problem.
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
