"""What each step of one publication needs: the problem, sandboxes to try it in, threads, and progress reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from concurrent.futures import Executor

    from grader.grading.client import Grader
    from grader.package.files import Package

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

    def map(self, step: str, do: Callable[[T], Result], items: Collection[T]) -> list[Result]:
        """Do something with each item, as many at a time as there are threads; report progress of `step` meanwhile."""
        results: list[Result] = []
        self.progress(step, 0, len(items))
        for result in self.executor.map(do, items):
            results.append(result)
            self.progress(step, len(results), len(items))
        return results
