"""A command grades a problem that is ready, though another process is publishing the others."""

from __future__ import annotations

import asyncio
import fcntl
from typing import TYPE_CHECKING

import pytest

from app.work import installation
from app.work.turn import LOCK, WAITING
from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    from app.domains.problems.schemas import Published
    from app.services import Services


class Ready:
    """A publisher with one problem, which hasn't changed since it was published."""

    def list_packages(self) -> list[str]:
        return ["double"]

    async def list_left_out(self) -> set[str]:
        return set()

    async def find_changed(self, slugs: list[str], *, quick: bool) -> list[str]:
        assert (slugs, quick) == (["double"], True)
        return []


class StandInCompletion:
    """Notes what it would complete."""

    def __init__(self, completed: list[str]) -> None:
        self.completed = completed

    async def run(self, slugs: list[str], **_options: object):  # type: ignore[no-untyped-def]  # noqa: ANN201 - a stand-in
        self.completed.extend(slugs)
        for nothing in list[object]():
            yield nothing


@pytest.mark.parametrize("busy", [True, False])
async def test_nobody_waits_for_other_problems(
    services: Services, monkeypatch: pytest.MonkeyPatch, *, busy: bool
) -> None:
    completed: list[str] = []

    await publish(services)
    monkeypatch.setattr(installation, "make_publisher", lambda _: Ready())
    monkeypatch.setattr(installation, "make_completion", lambda *_: StandInCompletion(completed))
    with (services.settings.data / LOCK).open("w") as file:
        if busy:
            fcntl.flock(file, fcntl.LOCK_EX)
        async with asyncio.timeout(20):
            version = await installation.bring_up_to_date(services, "double", lambda *_: None)
    assert version.slug == "double"
    assert completed == ([] if busy else ["double"])


@pytest.mark.parametrize("publishes_it", [True, False])
async def test_a_command_says_what_it_waits_for(
    services: Services, monkeypatch: pytest.MonkeyPatch, *, publishes_it: bool
) -> None:
    """Whether the other process publishes the problem, or ends without it."""
    told: list[tuple[object, ...]] = []
    published: list[str] = []

    class Changed(Ready):
        changed = True

        async def find_changed(self, slugs: list[str], *, quick: bool) -> list[str]:
            await super().find_changed(slugs, quick=quick)
            return slugs if self.changed else []

        async def publish(self, slugs: list[str], **_options: object) -> list[Published]:
            published.extend(slugs)
            return []

    await publish(services)
    services.catalogue.awaited.expect(["halves", "double"])
    monkeypatch.setattr(installation, "PUBLISHED_POLL_S", 0.01)
    monkeypatch.setattr(installation, "make_publisher", lambda _: Changed())
    monkeypatch.setattr(installation, "make_completion", lambda *_: StandInCompletion([]))
    with (services.settings.data / LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        grading = asyncio.create_task(installation.bring_up_to_date(services, "double", lambda *one: told.append(one)))
        async with asyncio.timeout(60):
            while not told:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert (told, grading.done()) == ([("double", WAITING, 0, 0)], False)
        assert services.catalogue.awaited.choose(["halves", "double"]) == "double"
        if publishes_it:
            monkeypatch.setattr(Changed, "changed", False)
            await asyncio.wait_for(grading, 20)
    await asyncio.wait_for(grading, 20)
    assert published == ([] if publishes_it else ["double"])
    assert len(told) == 1
