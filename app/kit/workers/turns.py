"""Whose task runs next: first the one of the person for whom the workers have worked least lately.

A task that reaches its limit takes seconds, and a handful of accounts with such tasks could keep all workers busy. If
tasks ran in the order of their arrival, everybody else would wait until they gave up. So each task's processor time is
counted against the person who asked for it, and forgotten gradually. Of those who wait, the person with the smallest
count is next, and if too many wait, the one with the largest count is refused: whoever asks for little is served before
all those who ask for much, however many these are.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.kit.workers.errors import WorkersBusyError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MAX_WAITING: Final = 4
"""The maximum number of one person's waiting and running tasks; they run one after another."""
MAX_WAITING_OF_ALL: Final = 200
"""The maximum number of everybody's waiting and running tasks."""
HALF_LIFE_S: Final = 60.0
"""The time after which half of what somebody used is forgotten, in seconds."""
FORGET_S: Final = 15 * HALF_LIFE_S
"""The time after which all of it is forgotten, in seconds."""


@dataclass(eq=False)
class _Asker:
    """Somebody who waits for a worker."""

    who: str
    ready: asyncio.Future[None]


class Turns:
    """Gives `workers` workers to those who wait for one, at most `wait_s` seconds long."""

    def __init__(self, workers: int, wait_s: float) -> None:
        self._free = workers
        self._wait_s = wait_s
        self._asked: Counter[str] = Counter()
        self._own: dict[str, asyncio.Lock] = {}
        self._waiting: list[_Asker] = []
        """In the order of their arrival; of each person, one at most."""
        self._used: dict[str, tuple[float, float]] = {}
        """What each person used, in seconds, as of a moment; the latest moment is last."""

    @asynccontextmanager
    async def take(self, who: str) -> AsyncIterator[None]:
        """Wait until `who` has no other task running and a worker is free; raises `WorkersBusyError`."""
        if self._asked[who] >= MAX_WAITING or (self._asked.total() >= MAX_WAITING_OF_ALL and not self._refuse(who)):
            raise WorkersBusyError
        self._asked[who] += 1
        turn = self._own.setdefault(who, asyncio.Lock())
        try:
            async with asyncio.timeout(self._wait_s) as waiting, turn:
                await self._wait(who)
                waiting.reschedule(None)
                try:
                    yield
                finally:
                    self._pass_on()
        except TimeoutError as error:
            raise WorkersBusyError from error
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who], self._own[who]

    def charge(self, who: str, seconds: float) -> None:
        """Count a task's time against the person who asked for it."""
        moment, used = time.monotonic(), self._count(who) + seconds
        self._used.pop(who, None)
        self._used[who] = used, moment
        while self._used and next(iter(self._used.values()))[1] < moment - FORGET_S:
            del self._used[next(iter(self._used))]

    def _count(self, who: str) -> float:
        """Return what somebody used lately, in seconds."""
        seconds, moment = self._used.get(who, (0.0, 0.0))
        return seconds * math.exp2((moment - time.monotonic()) / HALF_LIFE_S)

    async def _wait(self, who: str) -> None:
        """Wait for a worker."""
        if self._free:
            self._free -= 1
            return
        asker = _Asker(who, asyncio.get_running_loop().create_future())
        self._waiting.append(asker)
        try:
            await asker.ready
        except BaseException:
            if asker in self._waiting:
                self._waiting.remove(asker)
            elif not asker.ready.cancelled() and asker.ready.exception() is None:  # It got one, just too late.
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a worker that is free now to whoever is next."""
        waiting = self._list_waiting()
        if not waiting:
            self._free += 1
            return
        following = min(waiting, key=lambda asker: self._count(asker.who))
        self._waiting.remove(following)
        following.ready.set_result(None)

    def _refuse(self, who: str) -> bool:
        """Refuse somebody who waits and used more than `who`; return whether there was anybody."""
        waiting = self._list_waiting()
        if not waiting:
            return False
        worst = max(waiting, key=lambda asker: self._count(asker.who))
        if self._count(worst.who) <= self._count(who):
            return False
        self._waiting.remove(worst)
        worst.ready.set_exception(WorkersBusyError())
        return True

    def _list_waiting(self) -> list[_Asker]:
        """Return those who still wait: the request of one whose future is cancelled has ended a moment ago."""
        return [asker for asker in self._waiting if not asker.ready.done()]
