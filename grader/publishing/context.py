"""What each step of one publication needs: the problem, sandboxes to try it in, threads, and progress reports."""

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
    """Called with a step's name, how much of it is done, and how much there is."""

T = TypeVar("T")
Result = TypeVar("Result")


@dataclass(frozen=True)
class PublishContext:
    """The problem that is published, the grader whose sandboxes it is tried in, and the threads that try it."""

    package: Package
    grader: Grader
    executor: Executor
    progress: Progress
    earlier: EarlierChecks = field(default_factory=EarlierChecks)
    proof: Proof | None = None
    """That the same files passed a full check with these versions: then nothing of it is repeated."""

    def recall(self, *parts: str | bytes) -> bytes | None:
        """Return what an earlier check kept for these parts and this grader."""
        return self.earlier.recall(self.grader, *parts)

    def keep(self, data: bytes, *parts: str | bytes) -> None:
        """Keep an outcome that depends on these parts and this grader alone."""
        self.earlier.keep(self.grader, data, *parts)

    def map(self, step: str, do: Callable[[T], Result], items: Collection[T]) -> list[Result]:
        """Do something with each item, as many at a time as there are threads; report progress of `step` meanwhile."""
        results: list[Result] = []
        self.progress(step, 0, len(items))
        for result in self.executor.map(do, items):
            results.append(result)
            self.progress(step, len(results), len(items))
        return results
