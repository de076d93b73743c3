"""A command grades a problem that is ready, though another process is publishing the others."""

from __future__ import annotations

import asyncio
import fcntl
from typing import TYPE_CHECKING

import pytest

from app.work import installation
from app.work.publishing import LOCK
from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    from app.services import Services


class Ready:
    """A publisher with one problem, which hasn't changed since it was published."""

    def list_packages(self) -> list[str]:
        return ["double"]

    async def find_changed(self, slugs: list[str], *, quick: bool) -> list[str]:
        assert (slugs, quick) == (["double"], True)
        return []


@pytest.mark.parametrize("busy", [True, False])
async def test_nobody_waits_for_other_problems(
    services: Services, monkeypatch: pytest.MonkeyPatch, *, busy: bool
) -> None:
    completed: list[str] = []

    class Completion:
        async def run(self, slugs: list[str], **_options: object):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a stand-in
            completed.extend(slugs)
            for nothing in list[object]():
                yield nothing

    await publish(services)
    monkeypatch.setattr(installation, "make_publisher", lambda _: Ready())
    monkeypatch.setattr(installation, "make_completion", lambda *_: Completion())
    with (services.settings.data / LOCK).open("w") as file:
        if busy:
            fcntl.flock(file, fcntl.LOCK_EX)
        async with asyncio.timeout(20):
            version = await installation.bring_up_to_date(services, "double", lambda *_: None)
    assert version.slug == "double"
    assert completed == ([] if busy else ["double"])
