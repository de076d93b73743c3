"""The grader, `Grader.grade(bundle, source) -> Report`, which the runner and the command line call.

It owns the sandboxes (`grader.grading.pool`); `grader.grading.grade` has the steps of one grade.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections import Counter
from typing import TYPE_CHECKING, Self

from grader.errors import SandboxUnavailableError
from grader.grading.counts import SandboxCounts
from grader.grading.grade import Grade, OutOfTimeError
from grader.grading.observation import Observation
from grader.grading.pool import SandboxPool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

    from grader.bundle.contents import Bundle, Case
    from grader.grading.grade import GradeEvent
    from grader.report import Mode, Report, Stack
    from grader.sandbox.outcome import Ending
    from grader.settings import GraderSettings

logger = logging.getLogger(__name__)


class Grader:
    """Owns the sandboxes. Thread-safe: any number of threads may grade at once. A context manager."""

    def __init__(self, settings: GraderSettings, *, spares: int = 2) -> None:
        """Keep `spares` sandboxes ready once started."""
        self.settings = settings
        self.pool = SandboxPool(settings, spares)
        self._seen: tuple[str, Stack] | None = None
        self._ends: Counter[str] = Counter()
        self._counting = threading.Lock()
        self._turn = threading.Lock() if settings.device == "gpu" else contextlib.nullcontext()

    def start(self) -> None:
        """Start preparing spares in the background."""
        self.pool.start()

    def expect(self, bundle: Bundle) -> None:
        """Prepare for submissions to `bundle` in the background."""
        self.pool.expect(bundle)

    def is_warm(self, bundle: Bundle) -> bool:
        """Return whether a spare for `bundle` is ready."""
        return self.pool.is_warm(bundle)

    def count_sandboxes(self) -> SandboxCounts:
        """Return the sandbox counts that monitoring collects."""
        with self._counting:
            return SandboxCounts(self.pool.count_ready(), dict(self._ends))

    def _count_end(self, ended: Ending | None) -> None:
        if ended is not None:
            with self._counting:
                self._ends[ended.value] += 1

    def close(self) -> None:
        """Kill all sandboxes."""
        self.pool.close()

    def beside(self, python: Path, compile_cache: Path) -> Grader:
        """Return another grader with the same limits, whose sandboxes run another Python. The caller closes it."""
        changes = {"sandbox_python": python, "compile_cache": compile_cache, "other_pythons": ()}
        return Grader(self.settings.model_copy(update=changes), spares=0)

    def __enter__(self) -> Self:
        """Start and return itself."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    @property
    def tier(self) -> str:
        """The sandbox's tier on this machine, read from the walls that a spare really has.

        Raises `SandboxUnavailableError` or `SandboxStartError` if no spare can be made.
        """
        return self._look()[0]

    @property
    def stack(self) -> Stack:
        """The versions in the sandbox; raises as `tier` does."""
        return self._look()[1]

    def _look(self) -> tuple[str, Stack]:
        if self._seen is None:
            with self.pool.lend() as spare:
                self._seen = spare.process.tier, spare.stack
        return self._seen

    def grade(
        self,
        bundle: Bundle,
        source: bytes,
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,
        hidden: Sequence[Case] | None = None,
        until_failure: bool = False,
        on_memory: Callable[[int], None] | None = None,
        on_seconds: Callable[[float], None] | None = None,
        on_case: Callable[[Case], None] | None = None,
    ) -> Report:
        """Grade `source` and return its report. Blocks, so call it in a thread.

        `hidden` replaces the cases drawn from the pool; `until_failure` stops after the first case that is
        not accepted. `on_event` is called in this thread. `on_memory` gets the sandbox's memory use in MiB, if it is
        known, `on_seconds` the processor time of the slowest case, in seconds, and `on_case` the case that decided,
        unless all are right. These are for authors and are not in the report, because a submission could use them to
        leak what it saw.

        A submission that the machine had no time for is graded once more; if that fails too, it is the platform's
        failure. Raises `SandboxUnavailableError` if the machine can't build the sandbox's walls; all other failures
        of the platform become the verdict `internal_error`.
        """
        grade = Grade(bundle, source, mode, hidden, until_failure, on_event, on_memory, on_seconds, on_case)
        try:
            with self._turn:  # one at a time on a GPU, which has no walls between its users
                try:
                    return grade.run(self.pool)
                except OutOfTimeError as late:
                    logger.warning("a submission to %s is graded once more: %s", bundle.manifest.slug, late)
                self._count_end(grade.ended)
                grade = grade.again()
                return grade.run(self.pool)
        except SandboxUnavailableError:
            raise
        except Exception:
            logger.exception("grading a submission to %s failed", bundle.manifest.slug)
            return grade.fail()
        finally:
            self._count_end(grade.ended)

    def observe(self, source: bytes) -> Report:
        """Run a program that belongs to no problem, and report what JAX did. Blocks; raises what `grade` raises."""
        observation = Observation(source)
        try:
            with self._turn:
                return observation.run(self.pool)
        except SandboxUnavailableError:
            raise
        except Exception:
            logger.exception("running a program failed")
            return observation.fail()
        finally:
            self._count_end(observation.ended)
