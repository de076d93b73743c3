"""`/metrics`: what it counts, and for whom."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.requests import Request

from app.metrics import is_local

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person


async def test_verdicts_are_counted(ada: Person, application: FastAPI) -> None:
    made = await ada.submit("def double(x):\n    return 2 * x\n")
    await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    await application.state.preparation.ready.wait()
    answer = await ada.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    lines = answer.text.splitlines()
    assert 'jaxdojo_verdicts_total{mode="submit",verdict="accepted"} 1.0' in lines
    assert "jaxdojo_grade_seconds_count 1.0" in lines
    assert 'jaxdojo_submissions_pending{status="queued"} 0.0' in lines
    assert any(line.startswith("jaxdojo_sandbox{state=") for line in lines)


async def test_metrics_are_for_this_machine(ada: Person, application: FastAPI) -> None:
    transport = httpx.ASGITransport(application, client=("203.0.113.9", 5000))
    async with httpx.AsyncClient(transport=transport, base_url="http://dojo.test") as stranger:
        assert (await stranger.get("/metrics")).status_code == 404
    answer = await ada.http.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"})
    assert (answer.status_code, answer.json()["code"]) == (404, "metrics_hidden")
    services = application.state.services
    for allowed, own, foreign in (("off", 404, 404), ("open", 200, 200)):
        settings = services.settings.model_copy(update={"metrics": allowed})
        application.state.services = dataclasses.replace(services, settings=settings)
        assert (await ada.http.get("/metrics")).status_code == own
        async with httpx.AsyncClient(transport=transport, base_url="http://dojo.test") as stranger:
            assert (await stranger.get("/metrics")).status_code == foreign


@pytest.mark.parametrize(
    ("client", "local"),
    [(("127.0.0.1", 1), True), (("::1", 1), True), (("10.0.0.1", 1), False), (("testclient", 1), False), (None, False)],
)
def test_what_is_local(client: tuple[str, int] | None, local: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert is_local(Request({"type": "http", "headers": [], "client": client})) is local
