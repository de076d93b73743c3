"""The world of `make_world` behind a real server, for clients that don't share this test's event loop."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx
import uvicorn

from app.http.requests import SESSION_COOKIE
from app.kit.settings import prepare_data_directory
from app.server.application import create_app
from tests.integration.app.conftest import AUTHORING, PASSWORD, StandInGrader, make_instructor, make_person, publish
from tests.integration.app.security.world import PEOPLE, World, make_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.kit.settings import Settings


@dataclass
class Served:
    """A world, and where it is served."""

    world: World
    url: str
    thread: int
    """The thread of its event loop."""

    def sign_in(self, who: str) -> dict[str, str]:
        """Return the headers by which somebody asks: one of `PEOPLE`, or `nobody`."""
        headers = {"sec-fetch-site": "same-origin"}
        if who in PEOPLE:
            credentials = {"name": PEOPLE[who], "password": PASSWORD}
            answer = httpx.post(f"{self.url}/api/v1/session", json=credentials, headers=headers)
            assert answer.status_code == 200, answer.text
            headers["cookie"] = f"{SESSION_COOKIE}={answer.cookies[SESSION_COOKIE]}"
        return headers


@contextmanager
def serve_world(settings: Settings) -> Iterator[Served]:
    """Serve a world on loopback, in a thread, until the block ends."""
    made: Future[tuple[World, str, uvicorn.Server]] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(settings, made)))
    thread.start()
    world, url, server = made.result(120)
    try:
        yield Served(world, url, thread.ident or 0)
    finally:
        server.should_exit = True
        thread.join()


async def _serve(settings: Settings, made: Future[tuple[World, str, uvicorn.Server]]) -> None:
    try:
        async with AsyncExitStack() as stack:
            prepare_data_directory(settings)
            grader = StandInGrader()
            application = create_app(settings, grader)
            await stack.enter_async_context(application.router.lifespan_context(application))
            await publish(application.state.services)
            ada = make_person(application)
            await stack.enter_async_context(ada.http)
            await ada.sign_up()
            iris = await stack.enter_async_context(make_instructor(application, "iris"))
            await iris.http.post(AUTHORING, json={"slug": "shift", "name": "Shift it"})
            world = await make_world(application, grader, ada, iris)
            sock = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            server = uvicorn.Server(uvicorn.Config(application, log_config=None, access_log=False, lifespan="off"))
            made.set_result((world, f"http://127.0.0.1:{sock.getsockname()[1]}", server))
            await server.serve(sockets=[sock])
    except BaseException as error:
        if made.done():
            raise
        made.set_exception(error)
