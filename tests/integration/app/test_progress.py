"""A user's own submissions and progress, and which part of them others see."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import insert

from app.db.models import Submission, now
from app.domains.progress import service
from app.domains.progress.service import find_streaks
from app.domains.submissions.service import SUBMISSIONS_A_PAGE
from grader.package.specs import Checks
from grader.report import Mode, Verdict
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_person, publish

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.domains.accounts.schemas import Account
    from app.services import Services

pytestmark = EACH_DATABASE

TODAY = date(2030, 3, 10)


def list_rows(page: str) -> list[str]:
    return re.findall(r'<tr>\n<td>.*?<a href="/submissions/\w+">([^<]+)</a>', page)


async def test_submissions_are_listed_filtered_and_paged(
    ada: Person, nobody: Person, grader: StandInGrader, application: FastAPI
) -> None:
    assert (
        (await nobody.http.get("/submissions?mode=run")).headers["location"].endswith("next=/submissions%3Fmode%3Drun")
    )
    assert "No attempts yet" in await ada.read("/submissions")
    await publish(application.state.services, "triple", name="Triple it")
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    await ada.solve()
    await ada.solve(mode="run")
    for _ in range(SUBMISSIONS_A_PAGE):
        await ada.solve()
    page = await ada.read("/submissions")
    assert len(list_rows(page)) == SUBMISSIONS_A_PAGE
    assert f"{SUBMISSIONS_A_PAGE + 2} attempts" in page
    assert "Page 1 of 2" in page
    assert list_rows(await ada.read("/submissions?page=2")) == ["Accepted", "Wrong answer"]
    assert list_rows(await ada.read("/submissions?verdict=wrong_answer")) == ["Wrong answer"]
    assert len(list_rows(await ada.read("/submissions?mode=run&problem=double"))) == 1
    assert list_rows(await ada.read("/submissions?page=900")) == ["Accepted", "Wrong answer"], "the last page"
    for nothing in ("problem=triple", "verdict=no+such", "mode=other"):
        assert list_rows(await ada.read(f"/submissions?{nothing}")) == []
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        assert list_rows(await eve.read("/submissions")) == []


async def test_the_differences_to_another_attempt(ada: Person, application: FastAPI) -> None:
    first, second = await ada.solve("a = 1\nb = 2\n"), await ada.solve("a = 1\nb = 3\n")
    page = await ada.read(f"/submissions/{second}?against={first}")
    assert re.findall(r'<tr class="(\w+)">.*?<code>(.*?)</code>', page) == [
        ("same", "a = 1"), ("removed", "b = 2"), ("added", "b = 3")
    ]  # fmt: skip
    assert "The sources are identical" in await ada.read(f"/submissions/{second}?against={second}")
    long = await ada.solve("x\n" * 2000)
    assert "Comparing these sources takes too long" in await ada.read(f"/submissions/{long}?against={first}")
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        own = await eve.solve()
        await eve.read(f"/submissions/{own}?against={first}", 404)


async def test_progress_is_private_until_its_owner_shows_it(
    ada: Person, nobody: Person, grader: StandInGrader, application: FastAPI
) -> None:
    await publish(application.state.services, checks=Checks.model_validate({"cost": {"flops": 8}}))
    await publish(application.state.services, "triple", name="Triple it")
    grader.score = 0.8
    await ada.solve()
    own = await ada.read("/progress")
    assert "1 of 2" in own
    assert "Active on 1 day in the last year" in own
    assert "Score 0.8 (the reference has 1)" in own
    await nobody.read("/people/ada", 404)
    await nobody.read("/people/nobody", 404)
    assert (await nobody.http.get("/progress")).status_code == 303
    await ada.send("/progress/publicity", shows_solved="true")
    shown = await nobody.read("/people/ADA")
    assert "Double it" in shown
    assert "Active on" not in shown
    assert "Score" not in shown
    assert "What others see" not in shown
    await ada.send("/progress/publicity", shows_activity="true", shows_scores="true")
    shown = await nobody.read("/people/ada")
    assert "Active on 1 day" in shown
    assert "Score 0.8" in shown
    assert "1 of 2" not in shown
    await ada.send("/progress/publicity")
    await nobody.read("/people/ada", 404)


async def test_a_streak_is_longer_than_the_calendar(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "WEEKS", 1)
    version = (await services.catalogue.find_any_version("double")).id
    given = {"user_id": account.id, "problem_version_id": version, "mode": Mode.RUN, "source": "x"}
    rows = [given | {"public_id": f"run-{age}", "created_at": now() - timedelta(days=age)} for age in (*range(9), 20)]
    await services.database.write(lambda session: session.execute(insert(Submission), rows))
    activity = (await services.progress.show_own(account)).activity
    assert activity is not None
    assert (len(activity.days), activity.streak) == (7, 9)


@pytest.mark.parametrize(
    ("ages", "streaks"),
    [([], (0, 0)), ([0], (1, 1)), ([1, 2], (2, 2)), ([0, 1, 3, 4, 5], (2, 3)), ([2, 3], (0, 2))],
)
def test_streaks(ages: list[int], streaks: tuple[int, int]) -> None:
    assert find_streaks([TODAY - timedelta(days=age) for age in ages], TODAY) == streaks
