"""The server of `jaxdojo grade`, in a background process or in `jaxdojo serve`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from typing import TYPE_CHECKING, Final, Protocol

import structlog
from pydantic import ValidationError

from app.kit.failures import explain_failure
from app.work.background import place
from app.work.background.messages import MAX_ASKED, Answer, Asked, Ended, Failed, Graded, StepDone, encode

if TYPE_CHECKING:
    from io import TextIOWrapper
    from pathlib import Path

    from app.work.installation import ReportProgress
    from grader.report import Mode, Report

logger = structlog.stdlib.get_logger(__name__)

ASK_SECONDS: Final = 10.0
"""The maximum time, in seconds, that a client may take to send its request."""
TURN_SECONDS: Final = 5.0
"""The maximum time, in seconds, to wait for the end of the grader that this one replaces."""


class GradeFunction(Protocol):
    """A function that grades: `app.work.installation.grade_source` with given services and a given grader."""

    async def __call__(self, slug: str, source: bytes, *, mode: Mode, progress: ReportProgress) -> Report:
        """Return a report; raises an error that explains why there is none."""


class GradeServer:
    """A server, on a Unix socket, that grades for one user's `jaxdojo grade`."""

    def __init__(self, path: Path, grade: GradeFunction, *, workers: int, may_end: bool) -> None:
        """Grade up to `workers` sources at once. `may_end`: whether a client may stop this process."""
        self._path = path
        self._grade = grade
        self._turns = asyncio.Semaphore(workers)
        self._may_end = may_end
        self._lock: TextIOWrapper | None = None
        self._server: asyncio.Server | None = None
        self._busy = 0
        self._used = time.monotonic()
        self.ended = asyncio.Event()
        """Set when a client has asked to stop this process."""

    @property
    def idle_s(self) -> float:
        """The time since the last request, in seconds; 0 during a grade."""
        return 0.0 if self._busy else time.monotonic() - self._used

    async def start(self, *, replace: bool = False) -> bool:
        """Start listening; return False if another process already does so for the same settings.

        With `replace`, ask that process to stop, and wait for it. Raises `OSError`.
        """
        self._lock = await self._take_turn() if replace else place.lock(self._path)
        if self._lock is None:
            return False
        place.drop_old(self._path.parent)
        self._path.unlink(missing_ok=True)  # left behind by a process that was killed
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        mask = os.umask(0o177)
        try:
            with place.shorten(self._path) as short:
                listener.bind(short)
        finally:
            os.umask(mask)
        self._server = await asyncio.start_unix_server(self._serve, sock=listener, limit=MAX_ASKED)
        return True

    async def _take_turn(self) -> TextIOWrapper | None:
        deadline = time.monotonic() + TURN_SECONDS
        asked = False
        while (held := place.lock(self._path)) is None and time.monotonic() < deadline:
            if not asked:
                with contextlib.suppress(OSError):
                    with place.shorten(self._path) as short:
                        _, writer = await asyncio.open_unix_connection(short)
                    writer.write(encode(Asked()))
                    await writer.drain()
                    asked = True
                    writer.close()
                    await writer.wait_closed()
            await asyncio.sleep(0.05)
        return held

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
        if self._lock is not None:
            self._path.unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one client. Nothing that it sends can end the process."""
        try:
            if not place.is_own(writer.get_extra_info("socket")):
                return
            asked = await self._read(reader)
            if asked is None:
                return
            self._busy += 1
            try:
                answer = await self._answer(asked, reader, writer)
                if answer is not None:
                    _send(writer, answer)
                    await writer.drain()
            finally:
                self._busy -= 1
                self._used = time.monotonic()
        except OSError:
            pass  # the client is gone
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Asked | None:
        """Return a request, or None if no valid one arrives in time."""
        try:
            async with asyncio.timeout(ASK_SECONDS):
                return Asked.model_validate_json(await reader.readline())
        except (TimeoutError, ValidationError, ValueError):
            return None

    async def _answer(self, asked: Asked, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Answer | None:
        """Return the answer to a request, or None if its client has gone before its turn came."""
        if asked.source is None:
            if self._may_end:
                self.ended.set()
            return Ended(ends=self._may_end)
        loop = asyncio.get_running_loop()

        def tell(slug: str, step: str, done: int, total: int) -> None:
            loop.call_soon_threadsafe(_send, writer, StepDone(slug=slug, step=step, done=done, total=total))

        try:
            async with self._turns:
                if reader.at_eof():
                    return None
                report = await self._grade(asked.slug, asked.source, mode=asked.mode, progress=tell)
            await asyncio.sleep(0)  # messages that were already sent are written first
        except Exception as error:  # noqa: BLE001 (the client says it, as it would say its own)
            failure = explain_failure(error)
            logger.warning("not_graded", problem=asked.slug[:80], reason=failure.message)
            return Failed(code=failure.code, message=failure.message, exit_code=failure.exit_code)
        return Graded(report=report)


def _send(writer: asyncio.StreamWriter, message: Answer) -> None:
    """Send a message, unless the client has gone: uvloop raises an error for a write to a closed connection."""
    if not writer.is_closing():
        writer.write(encode(message))
