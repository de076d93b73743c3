"""Statistics of learners' attempts at a problem, from made-up attempts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.domains.authoring.differences import MAX_LINES, compare_texts
from app.domains.authoring.statistics import MAX_IDEAS, Attempt, count
from app.domains.ratings.schemas import RatingCounts
from grader.report import Mode, Verdict

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
WRONG, RIGHT = Verdict.WRONG_ANSWER, Verdict.ACCEPTED


def attempt(
    user: int, minute: float, verdict: Verdict, source: str, mode: Mode = Mode.SUBMIT, code: str = ""
) -> Attempt:
    return Attempt(user, mode, verdict, code or verdict.value, "why", source, BEGIN + timedelta(minutes=minute))


def test_nobody_tried() -> None:
    assert count([], "")[0].model_dump() == {
        "attempts": 0,
        "people": 0,
        "solved": 0,
        "solve_rate": None,
        "median_attempts": None,
        "median_minutes": None,
        "rejections": [],
        "wrong_ideas": [],
        "ratings": RatingCounts().model_dump(),
    }


def test_people_are_counted_once_and_runs_never() -> None:
    found, [texts] = count(
        [
            attempt(1, 0, RIGHT, "run", Mode.RUN),
            attempt(1, 10, WRONG, "x = 0"),
            attempt(2, 12, WRONG, "x = 0  # hm"),
            attempt(1, 20, RIGHT, "x = 1"),
            attempt(1, 30, WRONG, "x = 2"),
            attempt(3, 40, RIGHT, "x = 1", Mode.RUN),
        ],
        "x = 9",
    )
    assert (found.attempts, found.people, found.solved, found.solve_rate) == (4, 2, 1, 0.5)
    assert (found.median_attempts, found.median_minutes) == (2, 20), "the clock starts with the first run"
    (rejection,) = found.rejections
    assert (rejection.code, rejection.submissions, rejection.people) == ("wrong_answer", 3, 2)
    (idea,) = found.wrong_ideas
    assert (idea.people, idea.against) == (2, "the same learner's accepted solution")
    assert compare_texts(*texts).splitlines()[1:] == ["-x = 0", "+x = 1"]


def test_who_solved_nothing_is_held_against_the_canonical_solution() -> None:
    found, [texts] = count([attempt(1, 0, WRONG, "x = 0")], "x = 9")
    assert found.wrong_ideas[0].against == "the canonical solution"
    assert "+x = 9" in compare_texts(*texts)


def test_ideas_are_few_short_and_the_commonest_first() -> None:
    long = "\n".join(f"a{number} = 0" for number in range(3 * MAX_LINES))
    attempts = [attempt(user, 0, WRONG, long, code=f"c{code}") for code in range(9) for user in range(code + 1)]
    found, texts = count(attempts, "x = 9")
    assert [idea.code for idea in found.wrong_ideas] == ["c8", "c7", "c6", "c5", "c4"][:MAX_IDEAS]
    assert len(compare_texts(*texts[0]).splitlines()) == MAX_LINES + 1
