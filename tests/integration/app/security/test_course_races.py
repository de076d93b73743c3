"""Limits and rules of courses hold for concurrent requests, too, on either database.

Each service reads and then writes. A barrier after the reading makes two requests meet there: unless the second has to
wait for the first before it reads, both decide by what was true before either wrote.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

import pytest

from app.db.statuses import Right, Role
from app.domains.courses.assignment_schemas import KataPoints, NewAssignment, NewExtension
from app.domains.courses.repository import assignments, courses
from app.domains.courses.schemas import Joining, NewCourse, Rights
from app.kit.errors import ConflictError
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from types import ModuleType

    from app.domains.courses.schemas import Access
    from app.services import Services

pytestmark = EACH_DATABASE
MEET_S = 0.5
ALL = Rights(content=Right.EDIT, data=Right.EDIT)


def let_meet(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> None:
    """Make two callers of a function wait for each other, once it has read; not for long, if only one can come."""
    barrier, read = threading.Barrier(2), getattr(module, name)

    def wait(*given: object, **more: object) -> object:
        found = read(*given, **more)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(MEET_S)
        return found

    monkeypatch.setattr(module, name, wait)


async def do_both(one: Awaitable[object], other: Awaitable[object]) -> list[type[BaseException]]:
    """Do two things at once; return the types of the errors."""
    done = await asyncio.gather(one, other, return_exceptions=True)
    return [type(found) for found in done if isinstance(found, BaseException)]


@dataclass
class Class:
    """A course with two assignments, its teachers, and a student."""

    teacher: Access
    other: Access
    student: Access
    assignments: list[str]


@pytest.fixture
async def taught(services: Services) -> Class:
    accounts = {
        name: await services.accounts.add_user(name, PASSWORD, role)
        for name, role in {"iris": Role.INSTRUCTOR, "otto": Role.INSTRUCTOR, "ada": Role.LEARNER}.items()
    }
    new = NewCourse(
        name="A course",
        term="A term",
        time_zone="UTC",
        starts_on=date(2026, 1, 1),
        ends_on=date(2099, 1, 1),
        late_days=3,
    )
    course = (await services.courses.create(accounts["iris"], new)).public_id
    teacher = await services.courses.find_access(accounts["iris"], course)
    await services.courses.put_staff(teacher, "otto", ALL)
    await services.courses.join(accounts["ada"], (await services.courses.set_joining(teacher, Joining(open=True))).code)
    work = NewAssignment(
        name="An assignment",
        opens_at=datetime(2026, 1, 1),  # noqa: DTZ001 - a wall time
        due_at=datetime(2099, 1, 1),  # noqa: DTZ001
        late_days=3,
        katas=[KataPoints(problem="double", points=10)],
    )
    return Class(
        teacher,
        await services.courses.find_access(accounts["otto"], course),
        await services.courses.find_access(accounts["ada"], course),
        [await services.assignments.create(teacher, work) for _ in range(2)],
    )


async def test_late_days_stay_within_the_term(
    services: Services, taught: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_meet(monkeypatch, assignments, "sum_late_days")
    spend = [services.extensions.spend_late_days(taught.student, one, 2) for one in taught.assignments]
    assert await do_both(*spend) == [ConflictError]
    assert (await services.grades.show_own(taught.student)).late_days_left == 1


async def test_one_request_for_more_time_is_open(
    services: Services, taught: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_meet(monkeypatch, assignments, "count_open_extensions")
    asked = NewExtension(until=datetime(2099, 2, 1), reason="Because.")  # noqa: DTZ001 - a wall time
    ask = [services.extensions.request_extension(taught.student, taught.assignments[0], asked) for _ in range(2)]
    assert await do_both(*ask) == [ConflictError]
    assert len(await services.extensions.list_extensions(taught.teacher)) == 1


async def test_somebody_keeps_all_rights(services: Services, taught: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    let_meet(monkeypatch, courses, "count_managers")
    both = (services.courses.remove_staff(taught.teacher, "otto"), services.courses.remove_staff(taught.other, "iris"))
    assert await do_both(*both) == [ConflictError]
    assert len((await services.courses.list_staff(taught.teacher)).staff) == 1


async def test_somebody_keeps_all_rights_when_both_lose_some(
    services: Services, taught: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_meet(monkeypatch, courses, "count_managers")
    less = Rights(content=Right.VIEW, data=Right.VIEW)
    both = (
        services.courses.put_staff(taught.teacher, "otto", less),
        services.courses.put_staff(taught.other, "iris", less),
    )
    assert await do_both(*both) == [ConflictError]
