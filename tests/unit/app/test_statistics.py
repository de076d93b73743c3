"""Statistics of learners' attempts at a problem, from made-up attempts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from app.domains.authoring.differences import MAX_LINES, compare_texts
from app.domains.authoring.statistics import MAX_COMPARED, MAX_IDEAS, Attempt, choose_idea, count
from app.domains.ratings.schemas import RatingCounts
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from app.domains.authoring.schemas import Statistics, WrongIdea

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
WRONG, RIGHT = Verdict.WRONG_ANSWER, Verdict.ACCEPTED


@dataclass(frozen=True)
class Made:
    """An attempt, and its source."""

    attempt: Attempt
    source: str


def attempt(user: int, minute: float, verdict: Verdict, source: str, mode: Mode = Mode.SUBMIT, code: str = "") -> Made:
    at = BEGIN + timedelta(minutes=minute)
    return Made(Attempt(0, user, mode, verdict, code or verdict.value, "why", at), source)


def tell(attempts: list[Made], solution: str) -> tuple[Statistics, list[tuple[WrongIdea, str, str]]]:
    """Return the statistics, and the wrong ideas with their sources and correct ones."""
    numbered = [replace(one.attempt, id=number) for number, one in enumerate(attempts)]
    found, reasons = count(numbered)
    sources = {number: attempts[number].source for reason in reasons for number in reason.sources}
    ideas = [choose_idea(reason, sources, solution) for reason in reasons]
    return found, [idea for idea in ideas if idea is not None]


def test_nobody_tried() -> None:
    assert tell([], "")[0].model_dump() == {
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
    found, [(idea, *texts)] = tell(
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
    assert (idea.people, idea.against) == (2, "the same learner's accepted solution")
    assert compare_texts(*texts).splitlines()[1:] == ["-x = 0", "+x = 1"]


def test_who_solved_nothing_is_held_against_the_canonical_solution() -> None:
    _found, [(idea, *texts)] = tell([attempt(1, 0, WRONG, "x = 0")], "x = 9")
    assert idea.against == "the canonical solution"
    assert "+x = 9" in compare_texts(*texts)


def test_ideas_are_few_short_and_the_commonest_first() -> None:
    long = "\n".join(f"a{number} = 0" for number in range(3 * MAX_LINES))
    attempts = [attempt(user, 0, WRONG, long, code=f"c{code}") for code in range(9) for user in range(code + 1)]
    _found, ideas = tell(attempts, "x = 9")
    assert [idea.code for idea, *_ in ideas] == ["c8", "c7", "c6", "c5", "c4"][:MAX_IDEAS]
    assert len(compare_texts(*ideas[0][1:]).splitlines()) == MAX_LINES + 1


def test_few_sources_are_read_however_many_there_are() -> None:
    """A learner can send any number of large ones, which together don't fit into the server's memory."""
    attempts = [
        replace(attempt(user % 50, number, WRONG, "").attempt, id=number, code=f"c{user % 9}")
        for number, user in enumerate(range(5000))
    ]
    attempts += [replace(attempt(user, 6000, RIGHT, "").attempt, id=5000 + user) for user in range(50)]
    _found, reasons = count(attempts)
    assert len(reasons) == MAX_IDEAS
    assert sum(len(reason.sources) for reason in reasons) <= 2 * MAX_COMPARED * MAX_IDEAS


def test_sources_that_were_deleted_meanwhile_show_nothing() -> None:
    _found, [reason] = count([replace(attempt(1, 0, WRONG, "").attempt, id=7)])
    assert choose_idea(reason, {}, "x = 9") is None
