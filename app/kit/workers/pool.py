"""The server's side of its workers: starts them, sends them tasks, and kills those that take too long."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import structlog

from app.kit.errors import InvalidInputError
from app.kit.language import find_language
from app.kit.workers.errors import TooHeavyError
from app.kit.workers.process import LENGTH, frame
from app.kit.workers.tasks import CPU_S, find_signature
from app.kit.workers.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

WORKERS: Final = 2
"""The maximum number of worker processes."""
WAIT_S: Final = 8.0
"""The maximum time, in seconds, that a task waits for its turn."""
WALL_S: Final = 10.0
"""The maximum wall-clock time of a task, in seconds: a worker may have to wait for a processor."""
RESTART_S: Final = 1.0
"""What a task costs in addition, in seconds, if its worker was killed, as another one has to start."""
MAX_FRAME: Final = 64 << 20
"""The maximum size of one result, in bytes."""
logger = structlog.stdlib.get_logger(__name__)


class Workers:
    """A pool of worker processes, started when needed. Use it in the event loop's thread only."""

    def __init__(self, *, wait_s: float = WAIT_S, cpu_s: float | None = None) -> None:
        self._cpu_s = CPU_S if cpu_s is None else cpu_s
        self._turns = Turns(WORKERS, wait_s)
        self._idle: list[_Worker] = []
        self._ending: set[asyncio.Future[None]] = set()

    async def run(self, who: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a task in a worker, on behalf of the person `who`, and return its result.

        Raises the task's own `InvalidInputError`, `TooHeavyError` if it reached a limit, and `WorkersBusyError`.
        """
        signature = find_signature(function)
        order = {"task": signature.name, "language": find_language(), "cpu_s": self._cpu_s}
        try:
            arguments = signature.write_arguments(args, kwargs)
        except ValueError as error:  # Half a surrogate pair, which can't be encoded.
            raise TooHeavyError from error
        async with self._turns.take(who):
            answer, result = await self._ask(who, json.dumps(order).encode(), arguments, signature.name)
        match answer["outcome"]:
            case "done":
                value: R = signature.result.validate_json(result)
                return value
            case "refused":
                raise InvalidInputError(answer["field"], answer["message"])
        logger.warning("task_failed", task=signature.name, reason=answer["reason"])
        raise TooHeavyError

    async def close(self) -> None:
        """End all processes."""
        while self._idle:
            self._end(self._idle.pop())
        await asyncio.gather(*self._ending, return_exceptions=True)

    async def _ask(self, who: str, order: bytes, arguments: bytes, name: str) -> tuple[dict[str, Any], bytes]:
        """Have a worker run a task; return its outcome and its result. A worker that fails is killed."""
        worker = self._idle.pop() if self._idle else None
        if worker is not None and not worker.is_alive:
            self._end(worker)
            worker = None
        worker = worker or await _start()
        kept, began, seconds = False, time.monotonic(), 0.0
        try:
            async with asyncio.timeout(WALL_S):
                answer, result = await worker.ask(order, arguments)
            kept, seconds = answer["outcome"] != "failed", answer["seconds"]
        except (TimeoutError, OSError, EOFError) as error:
            logger.warning("task_killed", task=name, reason=type(error).__name__, bytes=len(arguments))
            raise TooHeavyError from error
        finally:  # Even if the request was cancelled: a worker in the middle of a task is of no use.
            self._turns.charge(who, seconds if kept else time.monotonic() - began + RESTART_S)
            if kept:
                self._idle.append(worker)
            else:
                self._end(worker)
        return answer, result

    def _end(self, worker: _Worker) -> None:
        """Kill a worker; a thread waits for its end, because freeing a lot of memory takes a while."""
        worker.kill()
        ending = asyncio.get_running_loop().run_in_executor(None, worker.reap)
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


class _Worker:
    """One process, and the socket to it."""

    def __init__(
        self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer

    @property
    def is_alive(self) -> bool:
        """Whether the worker can take a task."""
        return self._process.poll() is None

    async def ask(self, order: bytes, arguments: bytes) -> tuple[dict[str, Any], bytes]:
        """Send a task and return the answer; raises `OSError` or `EOFError` if the process ended."""
        self._writer.write(frame(order) + frame(arguments))
        await self._writer.drain()
        answer: dict[str, Any] = json.loads(await self._read_frame())
        return answer, await self._read_frame()

    async def _read_frame(self) -> bytes:
        length: int = LENGTH.unpack(await self._reader.readexactly(LENGTH.size))[0]
        if length > MAX_FRAME:
            raise OSError(f"a result of {length} bytes")
        return await self._reader.readexactly(length)

    def kill(self) -> None:
        """Kill the process and its children; `reap` waits for their end."""
        self._writer.close()
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def reap(self) -> None:
        """Wait until the process has ended; blocks."""
        self._process.wait()


async def _start() -> _Worker:
    """Start a process. As a new program, it inherits no locks, no memory and no secrets of this process."""
    ours, theirs = socket.socketpair()
    with theirs:
        process = _spawn(theirs.fileno())
    try:
        reader, writer = await asyncio.open_connection(sock=ours)
    except BaseException:  # The request was cancelled.
        ours.close()
        process.kill()
        process.wait()
        raise
    return _Worker(process, reader, writer)


def _spawn(descriptor: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "app.kit.workers.process", str(descriptor)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(descriptor,),
        env={"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "PYTHONUTF8": "1"},
    )
