"""Server and runners are killed under load, and nothing is lost. `make chaos` is the long version, with real grades."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from app.work.installation import open_installation
from bench.chaos import Plan, wreak
from bench.installations import make_environment, make_settings
from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.timeout(600)
async def test_nothing_is_lost_when_everything_is_killed(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, None)
    async with open_installation(settings) as services:
        await publish(services)
    plan = Plan(
        command=[sys.executable, "-m", "tests.chaos.stand_in"],
        environment=make_environment(settings),
        settings=settings,
        slug="double",
        sources={"# accepted": "accepted", "# wrong_answer": "wrong_answer"},
        faults=("server", "runner", "freeze"),
        kills=10,
        pace_s=0.2,
        seed=10,
    )
    outcome = await wreak(plan)
    assert outcome.findings == []
    assert outcome.faults.total() - outcome.faults["freeze"] == 10
    assert outcome.promised > 0
    assert outcome.resumed > 0, "no stream was cut"
