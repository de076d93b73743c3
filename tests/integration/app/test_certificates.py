"""Badges, certificates that anybody can check, and the kata of the week."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

from app.domains.problems.schemas import ProblemSummary
from app.web.drawing.avatar import SIDE, draw_avatar
from app.web.drawing.badges import CHECKS, name_badge
from app.web.drawing.tracks import choose_weekly
from grader.package.specs import Checks
from grader.report import CheckSummary, Verdict
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_person, publish

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from grader.report import Report

pytestmark = EACH_DATABASE


async def find_track(application: FastAPI) -> str:
    """Return the track of the problem `double`."""
    listed = await application.state.services.problems.list_problems(None)
    return str(next(one.track for one in listed if one.slug == "double"))


def add_checks(grader: StandInGrader, monkeypatch: pytest.MonkeyPatch, **passed: bool) -> None:
    """Have the stand-in's reports name these checks, and whether each passed."""
    grade = grader.grade
    checks = [CheckSummary(check=name, passed=well, code="x", message="", cases=2) for name, well in passed.items()]

    def grade_with_checks(*arguments: object, **options: object) -> Report:
        report = grade(*arguments, **options)  # type: ignore[arg-type]  # handed on as it came
        return report.model_copy(update={"checks": checks})

    monkeypatch.setattr(grader, "grade", grade_with_checks)


async def test_a_finished_track_has_a_certificate_that_anybody_can_check(
    ada: Person, nobody: Person, grader: StandInGrader, application: FastAPI
) -> None:
    track = await find_track(application)
    assert (await ada.send("/progress/certificates", track=track)).status_code == 409
    assert (await ada.send("/progress/certificates", track="<b>")).status_code == 409
    await ada.solve()
    assert "Make a certificate" in await ada.read("/progress")
    made = await ada.send("/progress/certificates", track=track)
    address = made.headers["location"]
    assert (await ada.send("/progress/certificates", track=track)).headers["location"] == address
    assert address in await ada.read("/progress")
    shown = await nobody.read(address)
    assert "solved the 1 kata of the track" in shown
    assert "Double it" in shown
    assert 'content="noindex"' in shown
    assert "Withdraw" not in shown
    await publish(application.state.services, "triple", name="Triple it")
    assert "solved 1 of 2 katas" in await nobody.read(address)
    assert address in await ada.read("/progress"), "its owner finds it, to withdraw it"
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        assert (await eve.send(f"{address}/delete")).status_code == 404
    assert (await ada.send(f"{address}/delete")).status_code == 303
    assert "withdrew it" in await nobody.read(address, 404)


async def test_a_certificate_outlasts_its_track(ada: Person, nobody: Person, application: FastAPI) -> None:
    await ada.solve()
    track = await find_track(application)
    address = (await ada.send("/progress/certificates", track=track)).headers["location"]
    await application.state.services.lifecycle.retire("double", retired=True)
    shown = await nobody.read(address)
    assert f"had solved every kata of the track {track} when this page was made" in shown
    assert "all 0" not in shown
    assert address in await ada.read("/progress")
    assert (await ada.send(f"{address}/delete")).status_code == 303
    assert address not in await ada.read("/progress")


async def test_a_certificate_tells_who_had_seen_the_solution(ada: Person, nobody: Person, application: FastAPI) -> None:
    await ada.send("/problems/double/solution")
    await ada.solve()
    made = await ada.send("/progress/certificates", track=await find_track(application))
    assert "after seeing the solution" in await nobody.read(made.headers["location"])


async def test_a_badge_is_for_what_an_accepted_submission_passed(
    ada: Person, nobody: Person, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_checks(grader, monkeypatch, traces=True, gradients=False)
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    await ada.solve()
    assert "None yet" in await ada.read("/progress")
    await ada.solve()
    own = await ada.read("/progress")
    assert "First trace counted" in own
    assert "First gradient matched" not in own
    await ada.send("/progress/publicity", shows_activity="true")
    assert "First trace counted" not in await nobody.read("/people/ada")
    await ada.send("/progress/publicity", shows_solved="true")
    assert "First trace counted" in await nobody.read("/people/ada")


async def test_others_learn_the_day_of_a_submission_and_no_time(
    ada: Person, nobody: Person, grader: StandInGrader, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a time that two of these pages have, one would know who hides their name on the other."""
    await publish(application.state.services, checks=Checks.model_validate({"cost": {"flops": 8}}))
    add_checks(grader, monkeypatch, cost=True)
    made = await ada.solve()
    await ada.send("/progress/publicity", shows_solved="true")
    await ada.send(f"/submissions/{made}/link")
    link = re.search(r"http://dojo\.test(/shared/[\w-]+)", await ada.read(f"/submissions/{made}"))
    assert link
    certificate = await ada.send("/progress/certificates", track=await find_track(application))
    for path in ("/problems/double/leaderboard", "/people/ada", certificate.headers["location"], link[1]):
        times = re.findall(r'<time[^>]* datetime="([^"]+)"', await nobody.read(path))
        assert times, path
        assert [time for time in times if not re.fullmatch(r"\d{4}-\d\d-\d\d", time)] == [], path


def test_each_badge_is_for_a_check_and_has_words() -> None:
    assert set(CHECKS) <= set(Checks.model_fields)
    assert len({name_badge(check) for check in CHECKS}) == len(CHECKS)


def test_a_name_has_one_picture() -> None:
    assert draw_avatar("Ada") == draw_avatar("ada") != draw_avatar("grace")
    pictures = {str(draw_avatar(f"name-{number}")) for number in range(200)}
    assert len(pictures) == 200
    assert all(bar.y >= 0 and bar.x + bar.width <= SIDE for bar in draw_avatar("x"))


def test_the_kata_of_the_week_is_the_same_for_a_week() -> None:
    problems = [
        ProblemSummary(slug=f"kata_{number}", name="x", track="t", position=1, difficulty=1, version=1)
        for number in range(9)
    ]
    monday = date(2026, 12, 28)
    chosen = {str(choose_weekly(problems, monday + timedelta(days=day))) for day in range(7)}  # Over the new year.
    assert len(chosen) == 1
    assert len({str(choose_weekly(problems, monday + timedelta(weeks=week))) for week in range(52)}) > 5
    assert choose_weekly([], monday) is None
