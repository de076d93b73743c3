"""The whole application, served on loopback by a thread, for tests that need a real server."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Self

import uvicorn

from app.kit.settings import prepare_data_directory
from app.server.application import create_app
from app.server.processes import listen

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.work.grading import GraderPort

PATIENCE_S = 60


class Site:
    """A server in its own thread."""

    def __init__(self, settings: Settings, grader: GraderPort) -> None:
        prepare_data_directory(settings)
        self.application: FastAPI = create_app(settings, grader)
        self._socket = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        config = uvicorn.Config(self.application, log_config=None, timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve([self._socket])

        asyncio.run(serve())

    def __enter__(self) -> Self:
        self._thread.start()
        deadline = time.monotonic() + PATIENCE_S
        while not self._server.started:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.should_exit = True
        self.application.state.services.broadcaster.close()
        self._thread.join(PATIENCE_S)
        self._socket.close()

    def do(self, work: object, patience_s: float = PATIENCE_S) -> object:
        """Run a coroutine on the server's event loop."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(patience_s)  # type: ignore[arg-type]
