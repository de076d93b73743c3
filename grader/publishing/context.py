"""The context of one publication, which each step needs: the problem, sandboxes, threads, and progress reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from grader.publishing.earlier_checks import EarlierChecks

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from concurrent.futures import Executor

    from grader.grading.client import Grader
    from grader.package.files import Package
    from grader.publishing.checked import Proof

    Progress = Callable[[str, int, int], None]
    """Called with a step's name, the amount that is done, and the total amount."""
    Known = Callable[[str], None]
    """Called with each finding as soon as it is known, in any thread."""


def ignore(_finding: str) -> None:
    """Do nothing with a finding."""


T = TypeVar("T")
Result = TypeVar("Result")


@dataclass(frozen=True)
class PublishContext:
    """The problem to publish, the grader whose sandboxes try it, and the threads that do so."""

    package: Package
    grader: Grader
    executor: Executor
    progress: Progress
    earlier: EarlierChecks = field(default_factory=EarlierChecks)
    known: Known = ignore
    proof: Proof | None = None
    """A proof that the same files passed a full check with these versions; then nothing of it is repeated."""

    def recall(self, *parts: str | bytes) -> bytes | None:
        """Return the outcome that an earlier check kept for these parts and this grader; None if there is none."""
        return self.earlier.recall(self.grader, *parts)

    def keep(self, data: bytes, *parts: str | bytes) -> None:
        """Keep an outcome that depends only on these parts and this grader."""
        self.earlier.keep(self.grader, data, *parts)

    def map(self, step: str, do: Callable[[T], Result], items: Collection[T]) -> list[Result]:
        """Call `do` on each item, as many at a time as there are threads, and report the progress of `step`."""
        results: list[Result] = []
        self.progress(step, 0, len(items))
        for result in self.executor.map(do, items):
            results.append(result)
            self.progress(step, len(results), len(items))
        return results
