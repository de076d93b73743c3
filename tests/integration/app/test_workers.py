"""Worker processes run what strangers' texts may slow down, and are killed and replaced if they reach a limit."""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from app.kit.errors import InvalidInputError
from app.kit.language import use_language
from app.kit.workers.errors import TooHeavyError, WorkersBusyError
from app.kit.workers.pool import Workers
from app.kit.workers.tasks import find_task, task
from app.kit.workers.turns import MAX_WAITING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@task
def join(text: str, number: int = 2, data: bytes = b"\xff") -> dict[str, bytes]:
    return {text * number: data}


@task
def find_process() -> int:
    return os.getpid()


@task
def read_environment() -> list[str]:
    return sorted(os.environ)


@task
def spin() -> str:
    while True:
        pass


@task
def sleep() -> str:
    time.sleep(60)
    return ""


@task
def compute() -> str:
    began = time.process_time()
    while time.process_time() - began < 0.1:
        pass
    return ""


@task
def spin_outside() -> str:
    subprocess.run([sys.executable, "-c", "while True: pass"], check=True)
    return ""


@task
def hoard() -> str:
    return "x" * (4 << 30)


@task
def nest(depth: int) -> int:
    return nest(depth + 1)


@task
def refuse() -> str:
    raise InvalidInputError("archive", "It is no archive.")


@task
def fail() -> str:
    raise KeyError("something of ours")


def no_task() -> str:
    return ""


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    made = Workers(cpu_s=0.2, wait_s=120)
    yield made
    await made.close()


async def test_arguments_and_results_travel(workers: Workers) -> None:
    assert await workers.run("ada", join, "é\0", data=b"\x00") == {"é\0é\0": b"\x00"}
    assert await workers.run("ada", join, "b", 3) == {"bbb": b"\xff"}


async def test_a_worker_is_kept(workers: Workers) -> None:
    first = await workers.run("ada", find_process)
    assert first != os.getpid()
    assert await workers.run("bob", find_process) == first


async def test_a_limit_of_time_ends_with_its_task(workers: Workers) -> None:
    """The next task may need a module that takes long to import."""
    process = await workers.run("ada", find_process)
    soft, hard = resource.prlimit(process, resource.RLIMIT_CPU)
    assert soft == hard


async def test_nothing_secret_goes_along(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAXDOJO_MAIL_URL", "smtp://user:password@mail.test")
    found = await workers.run("ada", read_environment)
    assert set(found) <= {"PYTHONPATH", "PYTHONUTF8", "LC_CTYPE"}


@pytest.mark.parametrize("heavy", [spin, spin_outside, hoard], ids=["time", "its process's time", "memory"])
async def test_what_is_too_heavy_is_ended_and_replaced(workers: Workers, heavy: object) -> None:
    before = await workers.run("ada", find_process)
    with pytest.raises(TooHeavyError):
        await workers.run("ada", heavy)  # type: ignore[arg-type]
    after = await workers.run("ada", find_process)
    assert after != before
    await workers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


async def test_endless_recursion_is_too_heavy(workers: Workers) -> None:
    with pytest.raises(TooHeavyError):
        await workers.run("ada", nest, 0)


async def test_sleep_ends_by_the_clock(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.kit.workers.pool.WALL_S", 0.5)
    with pytest.raises(TooHeavyError):
        await workers.run("ada", sleep)


async def test_a_cancelled_request_frees_its_worker(workers: Workers) -> None:
    running = asyncio.create_task(workers.run("ada", sleep))
    await asyncio.sleep(0.3)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await workers.run("ada", find_process)


async def test_refusals_are_told_and_other_errors_are_not(workers: Workers) -> None:
    with pytest.raises(InvalidInputError) as refused:
        await workers.run("ada", refuse)
    assert (refused.value.field, refused.value.message) == ("archive", "It is no archive.")
    with pytest.raises(TooHeavyError) as failed:
        await workers.run("ada", fail)
    assert "ours" not in failed.value.message


async def test_one_person_has_one_worker_and_a_short_queue(workers: Workers) -> None:
    heavy = [asyncio.create_task(workers.run("eve", sleep)) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0.1)
    with pytest.raises(WorkersBusyError):
        await workers.run("eve", find_process)
    assert await workers.run("ada", find_process), "somebody else's task runs meanwhile"
    for one in heavy:
        one.cancel()
    await asyncio.gather(*heavy, return_exceptions=True)
    assert await workers.run("eve", find_process), "nothing is left of the queue"


async def test_whoever_waits_too_long_is_told_so() -> None:
    workers = Workers(wait_s=0.2)
    heavy = asyncio.create_task(workers.run("eve", sleep))
    await asyncio.sleep(0.1)
    with pytest.raises(WorkersBusyError):
        await workers.run("eve", find_process)
    heavy.cancel()
    await asyncio.gather(heavy, return_exceptions=True)
    await workers.close()


async def test_eight_heavy_askers_don_t_keep_an_honest_one_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    # With one worker, tasks end in the order in which they began.
    monkeypatch.setattr("app.kit.workers.pool.WORKERS", 1)
    workers = Workers(wait_s=120)
    ended: list[str] = []

    async def ask_again_and_again(who: str) -> None:
        while True:
            await workers.run(who, compute)
            ended.append(who)

    heavy = [asyncio.create_task(ask_again_and_again(f"eve {number}")) for number in range(8)]
    async with asyncio.timeout(60):
        while len(set(ended)) < len(heavy):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    for _ in range(4):
        before = len(ended)
        assert await workers.run("ada", find_process)
        assert len(ended) - before < 4, "it waits for those that run, not for those that wait"
    assert len({*ended[-8:]}) > 4, "they take turns"
    for one in heavy:
        one.cancel()
    await asyncio.gather(*heavy, return_exceptions=True)
    await workers.close()


async def test_whoever_had_a_task_that_was_too_heavy_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    # With one worker, tasks end in the order in which they began.
    monkeypatch.setattr("app.kit.workers.pool.WORKERS", 1)
    workers = Workers(wait_s=120)
    assert await workers.run("ada", compute) == ""
    with monkeypatch.context() as hurry:
        hurry.setattr("app.kit.workers.pool.WALL_S", 0.05)
        with pytest.raises(TooHeavyError):
            await workers.run("eve", sleep)
    served: list[str] = []

    async def ask(who: str) -> None:
        await workers.run(who, compute)
        served.append(who)

    async with asyncio.TaskGroup() as group:
        for who in ("bob", "cy", "eve", "ada"):
            group.create_task(ask(who))
    assert served == ["bob", "cy", "ada", "eve"]
    await workers.close()


async def test_messages_are_in_the_readers_language(workers: Workers) -> None:
    from app.domains.drafts.formatting import format_python  # noqa: PLC0415 - it has a route

    use_language("de")
    try:
        with pytest.raises(InvalidInputError) as refused:
            await workers.run("ada", format_python, "def")
    finally:
        use_language("en")
    assert "Python kann" in refused.value.message
    assert await workers.run("ada", format_python, "x=1") == "x = 1\n"


async def test_a_task_is_refused_on_the_event_loop() -> None:
    with pytest.raises(RuntimeError, match=r"call it through Workers\.run"):
        join("a")


def test_only_tasks_are_run() -> None:
    assert find_task(f"{__name__}:join")("a") == {"aa": b"\xff"}
    with pytest.raises(LookupError):
        find_task(f"{__name__}:no_task")
