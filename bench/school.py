"""A site with three courses: one without students, a small one, and one of 500 students and 40 katas.

`tests.acceptance.test_course_pages` looks at their pages, and `python -m scripts.course_screenshots FOLDER` takes
pictures of them. The classes are those of `bench.gradebook`, with everything that their staff have to deal with.
"""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from pydantic import SecretStr
from sqlalchemy import select, update

from app.db.models import Submission
from app.db.statuses import Right, Role
from app.db.upgrade import upgrade
from app.domains.accounts.schemas import Client
from app.domains.courses.assignment_schemas import GradeChange, KataPoints, NewAssignment, NewExtension
from app.domains.courses.exam_schemas import AddedTime
from app.domains.courses.schemas import Joining, NewStudent, Rights, StudentChange
from app.domains.threads.repository import add_review, find_in_course
from app.domains.threads.schemas import NewStaffMessage, Rubric, RubricItemFields
from app.kit.settings import Settings, prepare_data_directory
from bench.gradebook import CODES, PASSWORD, fill_problems, make_course
from bench.school_platform import add_platform, link_course
from tests.integration.app.conftest import StandInGrader
from tests.integration.app.site import Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.courses.schemas import Access
    from app.services import Services

CLASSES: Final = {"empty": 0, "small": 7, "large": 500}
KATAS: Final = {"empty": 0, "small": 4, "large": 40}
PATIENCE_S: Final = 240
"""Maximum time, in seconds, for creating the courses."""
BUSY: Final = 12
"""Number of students of a class who ask for something."""


@dataclass(frozen=True)
class School:
    """The running site, and the pages of each class, by name and by the part of the course that they show."""

    url: str
    pages: dict[str, dict[str, str]]
    teacher: str
    """The session of the courses' teacher."""
    students: dict[str, str]
    """The session of a student of each class that has some."""
    others: dict[str, str]
    """The sessions for the pages of other people, by page."""

    def find_session(self, class_: str, page: str) -> str:
        """Return the session of the person whose page it is."""
        return self.students[class_] if page == "own" else self.others.get(page, self.teacher)


@contextmanager
def open_school() -> Iterator[School]:
    """Serve the site for the duration of the block."""
    with tempfile.TemporaryDirectory(prefix="jaxdojo-school-") as scratch:
        data = Path(scratch)
        settings = Settings(
            data=data,
            problems=data / "none",
            password_memory_kib=64,
            password_passes=1,
            requests_per_minute=0,
            address_requests_per_minute=0,
            mail_url=SecretStr("smtp://127.0.0.1:1"),
            _env_file=None,
        )
        prepare_data_directory(settings)
        upgrade(settings.database_url)
        with Site(settings, StandInGrader()) as site:
            founded = _found(site.url, site.application.state.services)
            yield cast("School", site.do(founded, PATIENCE_S))


async def _found(url: str, services: Services) -> School:
    """Create the courses."""
    teacher = await services.accounts.add_user("teacher", PASSWORD, Role.INSTRUCTOR)
    await services.accounts.add_user("assistant", PASSWORD, Role.LEARNER)
    newcomer = await services.accounts.add_user("newcomer", PASSWORD, Role.LEARNER)
    admin = await services.accounts.add_user("admin", PASSWORD, Role.ADMIN)
    await add_platform(services, [teacher, newcomer])
    versions = await services.database.write(lambda session: fill_problems(session, KATAS["large"]))
    pages, pupils = {}, {}
    for name, students in CLASSES.items():
        access = await make_course(services, teacher, versions[: KATAS[name]], students, prefix=name, rest="")
        pages[name] = _list_pages(access) | (await _fill(services, access) if students else {})
        if students:
            pages[name] |= await link_course(services, access, newcomer)
            pupils[name] = await _sign_in(services, await services.accounts.find(f"{name}-0001"))
    pages["empty"] |= {"courses": "/courses", "join": "/courses/join", "platforms": "/admin/lti"}
    others = {"place-attend": await _sign_in(services, newcomer), "platforms": await _sign_in(services, admin)}
    return School(url, pages, await _sign_in(services, teacher), pupils, others)


async def _sign_in(services: Services, account: Account) -> str:
    return (await services.sessions.admit(account, Client("127.0.0.1"))).token


def _list_pages(access: Access) -> dict[str, str]:
    base = f"/courses/{access.course.public_id}"
    parts = ("assignments", "assignments/new", "students", "grades", "requests", "comments", "extensions", "stuck")
    return {part.replace("/", "-"): f"{base}/{part}" for part in (*parts, "staff", "settings", "lms")}


async def _fill(services: Services, access: Access) -> dict[str, str]:
    """Give the staff of a course something to do; return further pages."""
    base, course = f"/courses/{access.course.public_id}", access.course
    wall = datetime.now()  # noqa: DTZ005 - a wall time
    await services.courses.set_joining(access, Joining(open=True))
    await services.courses.put_staff(access, "assistant", Rights(content=Right.VIEW, data=Right.EDIT))
    await services.courses.invite_staff(access, Rights(content=Right.VIEW, data=Right.VIEW))
    await services.roster.add_label(access, "Tuesday, 10 o'clock")
    students = (await services.roster.list_students(access)).students
    for number, one in enumerate(students):
        label = "A" if number % 2 else "Tuesday, 10 o'clock"
        change = StudentChange(name=one.name, number=one.number, labels=[label])
        await services.roster.change(access, one.id, change)
    await services.roster.add(access, NewStudent(email="an.address.that.is.rather.long@students.example.org"))
    await services.roster.set_removed(access, students[-1].id, removed=True)
    katas = [KataPoints(problem=f"kata_{number}", points=10) for number in range(3)]
    exam = await services.assignments.create(
        access,
        NewAssignment(
            name="Midterm",
            opens_at=wall - timedelta(days=2),
            due_at=wall + timedelta(days=3),
            minutes=90,
            holds_verdicts=True,
            access_code="blue whale",
            katas=katas,
        ),
    )
    open_ = await services.assignments.create(
        access,
        NewAssignment(
            name="A project with a rather long name, so that one sees where its lines are broken",
            opens_at=wall - timedelta(days=2),
            early_until=wall + timedelta(days=1),
            due_at=wall + timedelta(days=3),
            late_until=wall + timedelta(days=5),
            late_days=2,
            katas=katas,
        ),
    )
    await services.exams.add_time(access, exam, AddedTime(minutes=10, label="A", reason="A fire alarm."))
    first = (await services.assignments.list_assignments(access))[0]
    await services.rubrics.save(
        access,
        first.id,
        "kata_0",
        Rubric(
            items=[
                RubricItemFields(points=-2, words="A Python loop over rows"),
                RubricItemFields(points=1, words="Clear"),
            ]
        ),
    )
    for number, one in enumerate(students[:-1][:BUSY]):
        own = await services.courses.find_access(await services.accounts.find(one.account or ""), course.public_id)
        if number % 2:
            await services.exams.start(own, exam, "blue whale")
        until = wall.replace(second=0, microsecond=0) + timedelta(days=6)
        asked = NewExtension(until=until, reason="I was ill for a week, and have a note from the doctor.")
        request = await services.extensions.request_extension(own, open_, asked)
        if not number % 3:
            await services.extensions.withdraw_extension(own, request)
        given = GradeChange(points=7.5, reason="The right idea; a slip in the last line.")
        await services.grades.give(access, one.id, first.id, "kata_1", given)
    thread = await services.database.write(lambda session: _ask(session, access, BUSY))
    await services.threads.write(access, thread, NewStaffMessage(body="Look at `x` once more.", line=1, keep=True))
    page = f"{base}/assignments/{first.id}"
    return {
        "assignment": page,
        "exam": f"{base}/assignments/{exam}/exam",
        "rubric": f"{page}/rubrics/kata_0",
        "student": f"{base}/students/{students[1].id}",
        "removed": f"{base}/students?removed=true",
        "thread": f"{base}/submissions/{thread}",
        "attempts": f"{base}/stuck/kata_0/{CODES[0]}",
        "similar": f"{base}/similar/kata_0",
        "grades-one": f"{base}/grades?assignment={first.id}&search=a",
        "grades-nobody": f"{base}/grades?search=zzyzx",
        "own": base,
    }


def _ask(session: Session, access: Access, most: int) -> str:
    """Store requests about grades, and return the submission of the first."""
    found: list[str] = []
    for public_id in session.scalars(select(Submission.public_id).order_by(Submission.id.desc()).limit(20 * most)):
        subject = find_in_course(session, access.course.id, Submission.public_id == public_id)
        if subject is not None and len(found) < most:
            add_review(session, subject, None)
            found.append(public_id)
    # The reports of `bench.gradebook` are too short for a page to draw.
    session.execute(update(Submission).where(Submission.public_id == found[0]).values(report=None))
    return found[0]
