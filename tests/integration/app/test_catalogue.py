"""The catalogue's cache of the published problems in memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from app.services import Services


async def test_what_is_published_while_it_reads_is_found(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    read = services.database.read

    async def read_late(query: Callable[..., Any]) -> object:
        monkeypatch.undo()
        found = await read(query)
        await publish(services, "halve", uuid="00000000-0000-4000-8000-000000000001")
        return found

    services.catalogue.forget()
    monkeypatch.setattr(services.database, "read", read_late)
    assert "halve" not in await services.catalogue.list_all_versions()
    assert "halve" in await services.catalogue.list_all_versions()


async def test_a_late_read_does_not_replace_a_later_one(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read that began before a publication ends after one that has seen the publication."""
    began, go_on = asyncio.Event(), asyncio.Event()
    read = services.database.read

    async def read_late(query: Callable[..., Any]) -> object:
        found = await read(query)
        began.set()
        await go_on.wait()
        return found

    services.catalogue.forget()
    monkeypatch.setattr(services.database, "read", read_late)
    late = asyncio.create_task(services.catalogue.list_all_versions())
    await began.wait()
    monkeypatch.undo()
    await publish(services, "halve", uuid="00000000-0000-4000-8000-000000000001")
    assert "halve" in await services.catalogue.list_all_versions()
    go_on.set()
    assert "halve" not in await late
    assert "halve" in await services.catalogue.list_all_versions()
