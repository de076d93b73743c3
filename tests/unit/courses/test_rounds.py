"""Which courses and students are compared in which round, also after failures."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from app.domains.courses import rounds as module
from app.domains.courses.rounds import OVERLAP, Rounds
from app.kit.errors import DatabaseUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.db.session import Database
    from app.domains.courses.rounds import Round


class Stand:
    """Stands in for the database and for the comparison: `held` exams, `courses`, and the `errors` of some of them."""

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.courses = ["a", "b", "c"]
        self.errors: dict[str, Exception] = {}
        self.rounds = Rounds(cast("Database", self))
        self.seen: list[Round] = []

    async def read(self, work: Callable[[Any], object]) -> object:
        if "read" in self.errors:
            raise self.errors["read"]
        holds = [SimpleNamespace(assignment_id=one) for one in self.held]
        return work(SimpleNamespace(info={"holds": holds}))

    async def hold(self) -> str:
        """Hold a round; return its courses, in capitals if all students are compared."""
        compared: list[str] = []

        async def compare(course: str, since: datetime | None) -> int:
            compared.append(course.upper() if since is None else course)
            if course in self.errors:
                raise self.errors[course]
            return 1

        def list_courses(_session: object, current: Round) -> list[str]:
            self.seen.append(current)
            return list(self.courses)

        found = await self.rounds.hold(list_courses, compare)
        assert found == len(compared) - len(self.errors.keys() & set(self.courses))
        return "".join(compared)


async def test_all_students_are_compared_first_now_and_then_and_after_an_exam(monkeypatch: pytest.MonkeyPatch) -> None:
    days = (datetime(2026, 10, day, tzinfo=UTC) for day in count(1))
    monkeypatch.setattr(module, "now", lambda: next(days))
    stand = Stand()
    assert [await stand.hold() for _ in range(2)] == ["ABC", "abc"]
    stand.held = {1, 2}
    assert await stand.hold() == "abc"
    stand.held = {2}
    assert [await stand.hold() for _ in range(2)] == ["ABC", "abc"]
    assert [sorted(one.released) for one in stand.seen] == [[], [], [], [1], []]
    monkeypatch.setattr(module, "ALL_EVERY_S", 0)
    assert await stand.hold() == "ABC"
    assert [(one.full_since + OVERLAP).day for one in stand.seen] == [1, 3, 3, 3, 6, 6], "the days of full rounds"


@pytest.mark.parametrize("error", [ZeroDivisionError(), DatabaseUnavailableError("it's down")])
async def test_a_course_that_fails_is_compared_again_and_holds_up_no_other(error: Exception) -> None:
    stand = Stand()
    stand.held = {1}
    await stand.hold()
    stand.held, stand.errors = set(), {"b": error}
    assert await stand.hold() == "ABC"
    assert await stand.hold() == "aBc"
    stand.errors = {}
    stand.courses = ["a", "c"]  # As an archived course, which only a full round lists
    assert [await stand.hold() for _ in range(2)] == ["acB", "ac"]


async def test_a_round_that_fails_is_held_again() -> None:
    stand = Stand()
    stand.held = {1}
    await stand.hold()
    stand.held, stand.errors = set(), {"read": DatabaseUnavailableError("it's down")}
    with pytest.raises(DatabaseUnavailableError):
        await stand.hold()
    stand.errors = {}
    assert [await stand.hold() for _ in range(2)] == ["ABC", "abc"]
    assert stand.seen[1].released == {1}
