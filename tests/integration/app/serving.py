"""The application behind a real server, for clients outside this test's event loop."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import uvicorn

from app.kit.settings import prepare_data_directory
from app.server.application import create_app
from app.server.processes import listen
from app.server.protocol import LimitedProtocol
from tests.integration.app.conftest import StandInGrader

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from fastapi import FastAPI

    from app.kit.settings import Settings

T = TypeVar("T")


@dataclass
class Serving(Generic[T]):
    """A server, its grader, and the result of `prepare`."""

    url: str
    grader: StandInGrader
    prepared: T


@contextmanager
def serve(settings: Settings, prepare: Callable[[FastAPI, StandInGrader], Awaitable[T]]) -> Iterator[Serving[T]]:
    """Serve on loopback, in a thread, for the duration of the block. `prepare` is awaited before the first request."""
    made: Future[tuple[Serving[T], uvicorn.Server]] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(settings, prepare, made)))
    thread.start()
    serving, server = made.result(120)
    try:
        yield serving
    finally:
        server.should_exit = True
        thread.join()


async def _serve(
    settings: Settings,
    prepare: Callable[[FastAPI, StandInGrader], Awaitable[T]],
    made: Future[tuple[Serving[T], uvicorn.Server]],
) -> None:
    try:
        prepare_data_directory(settings)
        grader = StandInGrader()
        application = create_app(settings, grader)
        async with application.router.lifespan_context(application):
            prepared = await prepare(application, grader)
            with listen("127.0.0.1", 0) as sock:
                plain: dict[str, object] = {
                    "log_config": None,
                    "access_log": False,
                    "lifespan": "off",
                    "proxy_headers": False,
                }
                plain |= {"http": LimitedProtocol, "ws": "none"}
                # On a busy machine, a client may pause for a while between two requests.
                config = uvicorn.Config(application, timeout_keep_alive=600, **plain)  # type: ignore[arg-type]
                server = uvicorn.Server(config)
                url = f"http://127.0.0.1:{sock.getsockname()[1]}"
                made.set_result((Serving(url, grader, prepared), server))
                await server.serve(sockets=[sock])
    except BaseException as error:
        if made.done():
            raise
        made.set_exception(error)
