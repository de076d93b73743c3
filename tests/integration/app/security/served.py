"""The world of `make_world` behind a real server, for clients outside this test's event loop."""

from __future__ import annotations

import threading
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from app.http.requests import SESSION_COOKIE
from tests.integration.app.conftest import AUTHORING, PASSWORD, make_instructor, make_person, publish
from tests.integration.app.security.hostile_texts import make_near_words
from tests.integration.app.security.world import PEOPLE, World, make_world
from tests.integration.app.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from tests.integration.app.conftest import StandInGrader


@dataclass
class Served:
    """A world, and its server's address."""

    world: World
    url: str
    thread: int
    """The id of its event loop's thread."""

    def sign_in(self, who: str) -> dict[str, str]:
        """Return the headers for requests by one of `PEOPLE`, or by `nobody`."""
        headers = {"sec-fetch-site": "same-origin"}
        if who in PEOPLE:
            credentials = {"name": PEOPLE[who], "password": PASSWORD}
            url = f"{self.url}/api/v1/session"  # Without TLS: reading the certificates would take 25 ms for nothing.
            answer = httpx.post(url, json=credentials, headers=headers, timeout=120, verify=False)  # noqa: S501
            assert answer.status_code == 200, answer.text
            headers["cookie"] = f"{SESSION_COOKIE}={answer.cookies[SESSION_COOKIE]}"
        return headers


@contextmanager
def serve_world(settings: Settings) -> Iterator[Served]:
    """Serve a world on loopback, in a thread, for the duration of the block."""
    with serve(settings, _prepare) as serving:
        world, thread = serving.prepared
        yield Served(world, serving.url, thread)


async def _prepare(application: FastAPI, grader: StandInGrader) -> tuple[World, int]:
    """Return the world, and the id of the event loop's thread."""
    await publish(application.state.services)
    for letters in "kl":  # which makes searching slow if anything does
        await publish(application.state.services, f"near_{letters}", lesson=make_near_words(letters))
    async with AsyncExitStack() as stack:
        ada = make_person(application)
        await stack.enter_async_context(ada.http)
        await ada.sign_up()
        iris = await stack.enter_async_context(make_instructor(application, "iris"))
        await iris.http.post(AUTHORING, json={"slug": "shift", "name": "Shift it"})
        return await make_world(application, grader, ada, iris), threading.get_ident()
