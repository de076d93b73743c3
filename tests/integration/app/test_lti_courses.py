"""A platform's course linked to one here: roster, staff, deep linking, columns, scores with retries, members."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import update

from app.db.models import LtiScore, now
from app.db.statuses import DeliveryStatus
from app.domains.courses.assignment_schemas import GradeChange, KataPoints, NewAssignment
from app.domains.lti import scores as module
from app.domains.lti.services import extend_path
from tests.integration.app.conftest import Person, make_instructor, make_person
from tests.integration.app.lti import FOREIGN, SITE, add, arrive, begin, launch, read_ticket, send
from tests.integration.app.test_courses import make_course
from tests.lti_platform import AGS, CLAIM, DEEP, ROLES, Platform, run_platform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.services import Services

TEACHER = {"sub": "teacher-1", "name": "Iris Prof", f"{CLAIM}roles": [f"{ROLES}Instructor"]}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"webhook_hosts": "127.0.0.1"})


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.server.application.DELAY_AFTER_START_S", 3600)


@pytest.fixture
async def platform(application: FastAPI) -> AsyncIterator[Platform]:
    async with run_platform() as running:
        await add(application.state.services, running)
        running.tool_keys = (await make_person(application).http.get("/lti/jwks")).json()
        yield running
