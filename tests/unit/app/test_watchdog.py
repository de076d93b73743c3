"""The watchdog notices a blocked event loop, and forgets it after a minute."""

from __future__ import annotations

import asyncio
import threading
import time
from functools import partial
from typing import TYPE_CHECKING

import structlog

from app.kit.watchdog import MEMORY_S, Watchdog
from tests.integration.app.security.loop_watch import LIMIT_S, watch_lock, watch_loop

if TYPE_CHECKING:
    import pytest


async def test_a_loop_that_is_held() -> None:
    noted: list[float] = []
    watchdog = Watchdog(noted.append)
    assert watchdog.worst_s == 0
    with structlog.testing.capture_logs() as logs:
        watchdog.start()
        await asyncio.sleep(0.05)
        time.sleep(1.3)  # noqa: ASYNC251 - it is what must be seen
        await asyncio.sleep(0.3)
        await watchdog.close()
    assert max(noted) == watchdog.worst_s >= 1.1
    [late] = [line for line in logs if line["event"] == "loop_late" and line["seconds"] >= 1.1]
    assert late["computed_s"] < 1, "it slept, and computed nothing"


def test_delays_are_forgotten_and_the_worst_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 0.0
    monkeypatch.setattr("app.kit.watchdog.time.monotonic", lambda: moment)
    watchdog = Watchdog(lambda _seconds: None)
    for moment, lag, worst in ((0, 0.2, 0.2), (10, 0.5, 0.5), (20, 0.1, 0.5), (30, -0.1, 0.5), (69, 0.05, 0.5)):  # noqa: B007
        watchdog._measure(lag, 0)
        assert watchdog.worst_s == worst
    moment = 10 + MEMORY_S + 1
    assert watchdog.worst_s == 0.1
    moment = 200
    assert watchdog.worst_s == 0


async def test_the_measure_of_attacks_sees_what_computes() -> None:
    def compute() -> None:
        ends = time.thread_time() + 0.15
        while time.thread_time() < ends:
            pass

    with watch_loop(threading.get_ident()) as watch:
        asyncio.get_running_loop().call_soon(compute)
        await asyncio.sleep(0.01)
        seconds, callback = watch.take()
        assert seconds >= 0.15
        assert "compute" in callback
        asyncio.get_running_loop().call_soon(time.sleep, 0.2)
        await asyncio.sleep(0.01)
        assert watch.take()[0] < 0.15, "a thread that waits computes nothing"


def test_the_measure_of_attacks_sees_who_holds_python_s_lock() -> None:
    def spin() -> None:
        ends = time.thread_time() + 0.3
        while time.thread_time() < ends:
            pass

    def count() -> None:
        sum(range(20_000_000))  # one call into C

    found = {}
    with watch_loop(threading.get_ident()) as watch, watch_lock(watch):
        for work in (count, spin, partial(time.sleep, 0.3)):
            watch.take()
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
            found[work] = watch.take()
    held, shared, slept = found.values()
    assert held[0] >= LIMIT_S
    assert "held Python's lock" in held[1]
    assert max(shared[0], slept[0]) < LIMIT_S
