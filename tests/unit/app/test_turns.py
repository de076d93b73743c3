"""Who is next if many wait for a worker."""

from __future__ import annotations

import asyncio

import pytest

from app.kit.workers import turns
from app.kit.workers.errors import WorkersBusyError
from app.kit.workers.turns import FORGET_S, HALF_LIFE_S, Turns


class Queue:
    """Turns for one worker, which `free` gives to the next who waits; `served` has those who got it, in order."""

    def __init__(self) -> None:
        self.turns = Turns(1, 60)
        self.served: list[str] = []
        self.asked: list[asyncio.Task[None]] = []
        self._ends: list[asyncio.Event] = []

    async def ask(self, *people: str) -> list[asyncio.Task[None]]:
        made = [asyncio.create_task(self._take(who)) for who in people]
        self.asked += made
        await self.settle()
        return made

    async def _take(self, who: str) -> None:
        async with self.turns.take(who):
            self.served.append(who)
            self._ends.append(asyncio.Event())
            await self._ends[-1].wait()

    async def free(self) -> None:
        self._ends[-1].set()
        await self.settle()

    async def free_all(self) -> None:
        while not all(one.done() for one in self.asked):
            await self.free()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


async def test_who_used_least_is_next_and_otherwise_who_came_first() -> None:
    queue = Queue()
    for who, seconds in (("much", 9.0), ("little", 0.1), ("more", 3.0), ("more", 3.0)):
        queue.turns.charge(who, seconds)
    await queue.ask("first", "much", "more", "little", "new", "newer")
    await queue.free_all()
    assert queue.served == ["first", "new", "newer", "little", "more", "much"]


async def test_what_was_used_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1000.0
    monkeypatch.setattr("app.kit.workers.turns.time.monotonic", lambda: moment)
    queue = Queue()
    queue.turns.charge("long ago", 9.0)
    moment += 4 * HALF_LIFE_S
    queue.turns.charge("now", 1.0)
    await queue.ask("first", "now", "long ago")
    await queue.free_all()
    assert queue.served == ["first", "long ago", "now"]
    moment += FORGET_S + 1
    queue.turns.charge("later", 1.0)
    assert list(queue.turns._used) == ["later"]


async def test_whoever_gives_up_leaves_the_worker_to_others() -> None:
    queue = Queue()
    [_, waiting, *_] = await queue.ask("first", "second", "third")
    waiting.cancel()
    await queue.free()  # before the cancelled one runs again
    assert queue.served == ["first", "third"]
    [given] = await queue.ask("fourth")
    queue._ends[-1].set()
    await asyncio.sleep(0)
    assert not queue.turns._waiting
    given.cancel()  # It has been given the worker, and not begun.
    await queue.ask("fifth")
    await queue.free_all()
    assert queue.served == ["first", "third", "fifth"]
    assert (queue.turns._free, queue.turns._asked, queue.turns._own) == (1, {}, {})


async def test_a_full_queue_refuses_whoever_used_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MAX_WAITING_OF_ALL", 3)
    queue = Queue()
    queue.turns.charge("eve", 9.0)
    queue.turns.charge("mallory", 5.0)
    [_, eve, _, ada, bob] = await queue.ask("first", "eve", "mallory", "ada", "bob")
    with pytest.raises(WorkersBusyError):
        await eve
    [late] = await queue.ask("late")
    with pytest.raises(WorkersBusyError):
        await late
    await queue.free_all()
    assert queue.served == ["first", "ada", "bob"]
    await asyncio.gather(ada, bob)
