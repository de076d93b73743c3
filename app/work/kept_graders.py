"""Graders that stay warm between the tasks on one problem, so that a check waits for no sandbox to start.

A new grader imports JAX and tests whether warm processes can be forked on this machine, which takes longer than most
checks. `jaxdojo problem check --watch` keeps one grader as long as it runs; the workshop keeps those of the problems
that were checked last, for some idle minutes.

A grader never serves two problems. Each sandbox serves once, but the pool behind it holds the problem's hidden cases,
and processes that are warm with the problem's code. Whoever may start a task on the problem may read all of that. Once
a draft is deleted, another author may give its slug to another problem, which therefore has another `ProblemIdentity`.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.domains.authoring.repository import ProblemIdentity
    from app.kit.settings import Settings
    from grader.grading.client import Grader

MAX_KEPT: Final = 2
"""The maximum number of graders, idle or in use, if one task runs at a time."""
MAX_TASKS: Final = 12
"""The number of tasks after which a grader is replaced, because it keeps a warm process for each variant of the cases
that it has seen."""


@dataclass
class Lent:
    """A grader, the problem that it serves, how many tasks it has served, and the timer that ends it if it is idle."""

    problem: ProblemIdentity
    grader: Grader
    tasks: int = 0
    timer: asyncio.TimerHandle | None = None


class KeptGraders:
    """Lends graders to tasks, and keeps idle ones for a while. Use it in the event loop's thread only."""

    def __init__(self, make: Callable[[], Grader], settings: Settings) -> None:
        self._make = make
        # A GPU's memory would be kept from submissions.
        self._idle_s = 60.0 * settings.authoring_minutes if settings.device == "cpu" else 0.0
        self._idle: OrderedDict[ProblemIdentity, Lent] = OrderedDict()  # the least recently used first
        self._ending: set[asyncio.Task[None]] = set()

    def take(self, problem: ProblemIdentity) -> Lent:
        """Return the problem's grader if one is kept, otherwise a new one. The caller gives it back or closes it."""
        lent = self._idle.pop(problem, None)
        while len(self._idle) >= MAX_KEPT:
            self._end(next(iter(self._idle)))
        if lent is None:
            return self._start(problem)
        if lent.timer is not None:
            lent.timer.cancel()
        return lent

    def give_back(self, lent: Lent) -> None:
        """Keep a grader for the problem's next task."""
        lent.tasks += 1
        if not self._idle_s:
            self._close(lent.grader)
            return
        if lent.tasks >= MAX_TASKS:
            self._close(lent.grader)
            lent = self._start(lent.problem)
        lent.timer = asyncio.get_running_loop().call_later(self._idle_s, self._end, lent.problem)
        self._idle[lent.problem] = lent

    async def close(self) -> None:
        """Close all idle graders, and wait for those that are being closed."""
        for problem in list(self._idle):
            self._end(problem)
        await asyncio.gather(*self._ending, return_exceptions=True)

    def _start(self, problem: ProblemIdentity) -> Lent:
        grader = self._make()
        grader.start()
        return Lent(problem, grader)

    def _end(self, problem: ProblemIdentity) -> None:
        """Close the idle grader of a problem."""
        lent = self._idle.pop(problem)
        if lent.timer is not None:
            lent.timer.cancel()
        self._close(lent.grader)

    def _close(self, grader: Grader) -> None:
        """Close a grader in a thread, because that waits until its sandboxes are dead."""
        ending = asyncio.create_task(asyncio.to_thread(grader.close))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
