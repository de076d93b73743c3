"""A learner's trail through a problem: which submissions are listed, and which reports belong to the last verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from app.db.models import Submission, now
from app.domains.submissions.service import MAX_ATTEMPTS
from app.domains.submissions.trails import MAX_EARLIEST
from grader.report import Mode, Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import DAY, join, make_course, make_learner
from tests.integration.app.test_exams import hold

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from app.domains.submissions.schemas import SubmissionView, Trail
    from tests.integration.app.conftest import Person, StandInGrader


async def find_trail(who: Person, until: str | None = None, name: str = "ada") -> Trail:
    services = who.application.state.services
    account = await services.accounts.find(name)
    trail: Trail = await services.submissions.find_trail("double", account, until)
    return trail


def name_all(submissions: list[SubmissionView]) -> list[str]:
    return [one.id for one in submissions]


def name_one(submission: SubmissionView | None) -> str | None:
    return None if submission is None else submission.id


@EACH_DATABASE
async def test_a_verdict_has_the_one_before_it_and_a_solution_the_first_ones(
    ada: Person, grader: StandInGrader
) -> None:
    assert await find_trail(ada) == await find_trail(ada, "nothing")
    assert (await find_trail(ada)).attempts == []
    grader.verdicts = [Verdict.WRONG_ANSWER]
    made = [await ada.solve() for _ in range(3)]
    trail = await find_trail(ada)
    assert [one.id for one in trail.attempts] == made[::-1]
    assert (name_one(trail.judged), name_one(trail.previous), trail.journey) == (made[2], made[1], None)
    made += [await ada.solve(mode="run")]
    trail = await find_trail(ada)
    assert (name_one(trail.judged), trail.previous) == (made[3], None), "only the same mode is compared"
    grader.verdicts = [Verdict.ACCEPTED]
    made += [await ada.solve()]
    trail = await find_trail(ada)
    assert (name_one(trail.judged), name_one(trail.previous)) == (made[4], made[2])
    assert trail.journey is not None
    assert name_all(trail.journey.earliest) == made
    assert (trail.journey.attempts, trail.journey.saw_solution, trail.journey.had_solved) == (5, False, False)
    # An earlier one has its own trail, without what came later.
    earlier = await find_trail(ada, made[1])
    assert (earlier.attempts, name_one(earlier.judged), name_one(earlier.previous)) == ([], made[1], made[0])
    await ada.send("/problems/double/solution")
    made += [await ada.solve()]
    again = (await find_trail(ada)).journey
    assert again is not None
    assert (again.attempts, again.saw_solution, again.had_solved) == (6, True, True)
    assert (await find_trail(ada, made[4])).journey == trail.journey
    # A run isn't a solution, even if its samples are right.
    run = await ada.solve(mode="run")
    trail = await find_trail(ada)
    assert (name_one(trail.judged), name_one(trail.previous), trail.journey) == (run, made[3], None)


async def test_the_first_attempts_are_found_however_many_there_are(ada: Person, grader: StandInGrader) -> None:
    grader.verdicts = [Verdict.WRONG_ANSWER]
    made = [await ada.solve() for _ in range(MAX_ATTEMPTS + 2)]
    grader.verdicts = [Verdict.ACCEPTED]
    made += [await ada.solve()]
    trail = await find_trail(ada)
    assert [one.id for one in trail.attempts] == made[: -MAX_ATTEMPTS - 1 : -1]
    assert name_one(trail.previous) == made[-2]
    assert trail.journey is not None
    assert (name_all(trail.journey.earliest), trail.journey.attempts) == (made[:MAX_EARLIEST], len(made))


async def test_what_has_no_report_is_listed_only(
    ada: Person, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.runner.RETRY_DELAY_S", 0.01)
    first = await ada.solve()
    grader.verdicts = [RuntimeError("a broken sandbox")]
    failed = await ada.solve()
    trail = await find_trail(ada)
    assert ([one.id for one in trail.attempts], trail.judged) == ([failed, first], None)
    grader.verdicts = [Verdict.WRONG_ANSWER]
    await ada.solve()
    assert name_one((await find_trail(ada)).previous) == first
    grader.gate.clear()
    waiting = (await ada.submit())["id"]
    trail = await find_trail(ada)
    assert (trail.attempts[0].id, trail.judged, trail.previous, trail.journey) == (waiting, None, None, None)
    grader.gate.set()


@EACH_DATABASE
async def test_held_verdicts_are_neither_compared_nor_solutions(application: FastAPI, grader: StandInGrader) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        grader.verdicts = [Verdict.WRONG_ANSWER]
        before = await ada.solve()
        yesterday = update(Submission).values(created_at=now() - DAY)
        await application.state.services.database.write(lambda session: session.execute(yesterday))
        _exam, path = await hold(iris, course, holds_verdicts=True)
        assert (await ada.http.post(f"{path}/start", json={})).status_code == 200
        grader.verdicts = [Verdict.ACCEPTED]
        held = [await ada.solve() for _ in range(2)]
        trail = await find_trail(ada)
        assert trail.judged is not None
        assert (trail.judged.id, trail.judged.verdict, trail.journey) == (held[1], None, None)
        assert trail.judged.held_until is not None
        assert trail.judged.report is not None
        assert trail.judged.report.mode is Mode.RUN, "it shows the samples alone"
        assert [one.verdict for one in trail.attempts] == [None, None, Verdict.WRONG_ANSWER]
        assert name_one(trail.previous) == before
        assert (await iris.http.post(f"{path}/release")).status_code == 200
        trail = await find_trail(ada)
        assert (name_one(trail.judged), name_one(trail.previous)) == (held[1], held[0])
        assert trail.journey is not None
        assert (name_all(trail.journey.earliest), trail.journey.had_solved) == ([before, *held], True)
