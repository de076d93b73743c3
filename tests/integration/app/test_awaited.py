"""A problem that somebody opens before it is published is published next, and its page waits for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from app.work.publishing import Publisher
from grader.package.scaffold import write_package
from tests.integration.app.conftest import StandInGrader

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.domains.problems.schemas import Published
    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.conftest import Person
    from tests.integration.app.press import StandInPress


async def test_what_somebody_opens_is_published_next(
    settings: Settings, services: Services, press: StandInPress
) -> None:
    slugs = ["first", "second", "third", "fourth"]
    for slug in slugs:
        write_package(slug, settings.problems, settings.references, name=slug.title(), credits_="me")
    publisher = Publisher(services, StandInGrader)  # type: ignore[arg-type]
    order = publisher.list_packages()
    awaited = services.catalogue.awaited
    awaited.expect(order)
    done: list[str] = []

    def note(published: Published) -> None:
        if not done:
            assert awaited.ask_for(order[-1])
        done.append(published.slug)

    await publisher.publish(note=note)
    assert done == [order[0], order[-1], *order[1:-1]]


@pytest.mark.parametrize("path", ["/problems/triple", "/api/v1/problems/triple"])
async def test_a_page_waits_for_its_problem(
    application: FastAPI, services: Services, nobody: Person, path: str
) -> None:
    async with asyncio.timeout(20):
        await application.state.preparation.published.wait()  # The server's own publisher awaits nothing more.
    awaited = application.state.services.catalogue.awaited
    assert (await nobody.http.get(path)).status_code == 404
    awaited.expect(["halve", "triple"])
    answer = await nobody.http.get(path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Retry-After"], answer.headers["Refresh"]) == (503, "3", "3")
    if path.startswith("/api"):
        assert answer.json()["code"] == "problem_not_ready"
    else:
        assert "This page reloads automatically." in answer.text
        assert "kept in your browser" not in answer.text
    assert awaited.choose(["halve", "triple"]) == "triple"
    awaited.drop("triple")
    assert (await nobody.http.get(path)).status_code == 404, "it is refused, or unsupported here"


async def test_the_front_page_counts_no_katas_before_one_is_published(
    application: FastAPI, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def list_none(*_: object, **__: object) -> list[object]:
        return []

    async with asyncio.timeout(20):
        await application.state.preparation.published.wait()
    assert "free and self-hosted." in (await nobody.http.get("/")).text
    monkeypatch.setattr(application.state.services.problems, "list_problems", list_none)
    assert "self-hosted" not in (await nobody.http.get("/")).text
