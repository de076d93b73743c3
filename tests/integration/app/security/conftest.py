"""A world for tests in which everybody requests everything."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from tests.integration.app.security.world import World, make_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader


@pytest.fixture(scope="module", autouse=True)
def _freeze_again() -> Iterator[None]:
    """Exempt from garbage collection again what `tests/conftest.py` exempted, if `watch_loop` has ended that."""
    yield
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()


@pytest.fixture
async def world(
    application: FastAPI, grader: StandInGrader, ada: Person, iris: Person, monkeypatch: pytest.MonkeyPatch
) -> World:
    """Return all kinds of users, without rate limits, and one of each thing that they may request."""
    monkeypatch.setattr("app.domains.limits.throttle.Throttle.begin", lambda *_asked: None)
    return await make_world(application, grader, ada, iris)
