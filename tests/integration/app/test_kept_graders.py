"""Graders that stay warm between the tasks on one problem: for whom, how many, and for how long."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from app.db.models import now
from app.domains.authoring.repository import ProblemIdentity
from app.work.kept_graders import MAX_KEPT, MAX_TASKS, KeptGraders
from tests.integration.app.conftest import AUTHORING as API
from tests.integration.app.conftest import Person, StandInGrader, make_instructor
from tests.integration.app.test_authoring import run_task
from tests.integration.app.test_http import read_events

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress


async def _check(person: Person, slug: str) -> None:
    await person.http.post(f"{API}/{slug}/check")
    stream = await person.http.get(f"{API}/{slug}/task/events")
    assert read_events(stream.text)[-1][2]["status"] == "done"


async def test_a_problem_keeps_its_grader(iris: Person, press: StandInPress, application: FastAPI) -> None:
    assert (await run_task(iris, "check"))["status"] == "done"
    starter = f"{API}/shift/files/starter.py"
    tag = (await iris.http.get(starter)).headers["ETag"]
    await iris.http.put(starter, content=b"BROKEN = True\n", headers={"If-Match": tag})
    assert (await run_task(iris, "check"))["status"] == "refused"
    assert (await run_task(iris, "check"))["status"] == "refused", "a refused check keeps it, too"
    first, *others = press.graders
    assert all(one is first for one in others)
    assert isinstance(first, StandInGrader)
    assert not first.closed
    await application.state.workshop.close()
    assert first.closed, "it ends with the service"


async def test_no_grader_serves_two_problems(iris: Person, press: StandInPress, application: FastAPI) -> None:
    async with make_instructor(application, "milo") as milo:
        await milo.http.post(API, json={"slug": "turn", "name": "Turn it"})
        await _check(iris, "shift")
        await _check(milo, "turn")
        assert (await iris.http.delete(f"{API}/shift")).status_code == 204
        await milo.http.post(API, json={"slug": "shift", "name": "Another one"})
        await _check(milo, "shift")
        await _check(milo, "turn")
    first, turn, again, turn_again = press.graders
    assert again is not first, "a new problem with a deleted one's slug"
    assert turn not in (first, again)
    assert turn_again is turn


async def test_a_task_that_fails_or_is_stopped_leaves_no_grader(
    iris: Person, press: StandInPress, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.workshop.BEAT_S", 0.05)
    press.failure = RuntimeError("broken")
    assert (await run_task(iris, "check"))["status"] == "failed"
    press.failure = None
    press.gate = threading.Event()
    await iris.http.post(f"{API}/shift/check")
    async for task in application.state.workshop.follow("shift"):
        if task.step == "solutions":
            break
    await iris.http.post(f"{API}/shift/task/cancel")
    press.gate.set()
    stream = await iris.http.get(f"{API}/shift/task/events")
    assert read_events(stream.text)[-1][2]["status"] == "cancelled"
    press.gate = None
    assert (await run_task(iris, "check"))["status"] == "done"
    failed, stopped, kept = press.graders
    assert failed is not stopped is not kept
    assert [isinstance(one, StandInGrader) and one.closed for one in press.graders] == [True, True, False]


def _name(slug: str) -> ProblemIdentity:
    return ProblemIdentity(slug, 1, now())


async def _settle(kept: KeptGraders) -> None:
    """Wait until the graders that are being closed are closed."""
    await asyncio.gather(*kept._ending)


def _make(settings: Settings) -> tuple[KeptGraders, list[StandInGrader]]:
    """Return kept graders, and the list of all that they make."""
    made: list[StandInGrader] = []

    def make() -> StandInGrader:
        made.append(StandInGrader())
        return made[-1]

    return KeptGraders(make, settings), made  # type: ignore[arg-type]


async def test_few_graders_are_kept(settings: Settings) -> None:
    kept, made = _make(settings)
    names = [_name(f"p{number}") for number in range(MAX_KEPT + 1)]
    for name in names:
        kept.give_back(kept.take(name))
    await _settle(kept)
    assert [one.closed for one in made] == [True, *[False] * MAX_KEPT], "that of the least recent problem ended"
    assert kept.take(names[-1]).grader is made[-1]  # type: ignore[comparison-overlap]
    await kept.close()


async def test_an_idle_grader_ends(settings: Settings) -> None:
    kept, made = _make(settings)
    kept._idle_s = 0.01
    name = _name("shift")
    lent = kept.take(name)
    made[0].gate.clear()
    kept.give_back(lent)
    assert await asyncio.to_thread(made[0].gate.wait, 20), "closing it opens the gate"
    lent = kept.take(name)
    assert lent.grader is made[1]  # type: ignore[comparison-overlap]
    await asyncio.sleep(0.05)
    assert not made[1].closed, "it is in use"


async def test_a_grader_is_replaced_before_it_grows_large(settings: Settings) -> None:
    kept, made = _make(settings)
    name = _name("shift")
    for _ in range(MAX_TASKS):
        kept.give_back(kept.take(name))
    await _settle(kept)
    assert [one.closed for one in made] == [True, False]
    assert kept.take(name).grader is made[1]  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("change", [{"authoring_minutes": 0}, {"device": "gpu"}])
async def test_none_is_kept_if_the_settings_say_so(settings: Settings, change: dict[str, object]) -> None:
    kept, made = _make(settings.model_copy(update=change))
    name = _name("shift")
    for _ in range(2):
        kept.give_back(kept.take(name))
    await _settle(kept)
    assert [one.closed for one in made] == [True, True]
