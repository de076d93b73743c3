"""A world for tests in which everybody requests everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.app.security.world import World, make_world

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader


@pytest.fixture
async def world(
    application: FastAPI, grader: StandInGrader, ada: Person, iris: Person, monkeypatch: pytest.MonkeyPatch
) -> World:
    """Return all kinds of users, without rate limits, and one of each thing that they may request."""
    monkeypatch.setattr("app.domains.limits.throttle.Throttle.begin", lambda *_asked: None)
    return await make_world(application, grader, ada, iris)
