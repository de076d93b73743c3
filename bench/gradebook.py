"""How long the server takes for the gradebook of a large class: 500 students, 40 katas, 60,000 submissions.

`python -m bench.gradebook [--students N] [--katas N]` makes such a course in a scratch database and asks for its pages
as an instructor does. The times are those of the whole request in the server's process, without the network: by the
clock, and the processor time, which other work on the machine doesn't change.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from sqlalchemy import event, insert

from app.db.models import Problem, ProblemVersion, Student, Submission, User, make_public_id
from app.db.statuses import Role, Status
from app.domains.courses.assignment_schemas import KataPoints, NewAssignment, OverrideFields
from app.domains.courses.schemas import NewCourse
from app.kit.settings import Settings
from app.server.application import create_app
from app.work.installation import open_installation
from bench.table import Row, print_table, spread
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.courses.schemas import Access
    from app.services import Services

PASSWORD = "correct horse battery"  # noqa: S105 - of accounts that live as long as the benchmark
PER_ASSIGNMENT = 4
ATTEMPTS = 3
GO_ON = 0.2
"""The share of students who submit again after they have solved a kata."""
RUNS = 10
CODES = [f"code_{number}" for number in range(20)]
FIRST = ("Ada", "Änne", "Ben", "Chidi", "Chloé", "Jörg", "Lưu", "Maximilian Alexander", "Noor", "Søren", "Yi", "Zoë")
LAST = ("Brown", "de la Cruz", "García", "Kim", "Lee", "Müller", "Nguyễn", "O'Neill", "Schmidt-Rottluff", "Wu")
REST = "x" * 8000
"""The rest of a report, which is long, so that reading the rows themselves is slow."""


def name_student(chance: random.Random) -> str:
    """Return a name, which several students may have."""
    return f"{chance.choice(FIRST)} {chance.choice(LAST)}"


def fill_problems(session: Session, katas: int) -> list[int]:
    """Store problems without content, and return the row ids of their newest versions."""
    for number in range(katas):
        problem = Problem(slug=f"kata_{number}")
        session.add(problem)
        session.flush()
        session.add(
            ProblemVersion(
                problem_id=problem.id,
                number=1,
                digest=f"{number:064}",
                source_digest=f"{number:064}",
                name=f"Kata number {number}",
                track="Bench",
                position=number,
                difficulty=1,
            )
        )
    session.flush()
    return [row[0] for row in session.query(ProblemVersion.id).order_by(ProblemVersion.id)]


def fill_class(
    session: Session,
    course: int,
    versions: list[int],
    students: int,
    *,
    prefix: str = "student",
    rest: str = REST,
    seed: int = 1,
) -> None:
    """Store students who attend a course, each with some submissions to each kata.

    `prefix` begins the names of their accounts, and `rest` is part of each report.
    """
    chance = random.Random(seed)  # noqa: S311 - the same class each time
    start = datetime.now(UTC) - timedelta(days=30)
    names = [f"{prefix}-{number:04}" for number in range(students)]
    users = [{"name": name, "name_key": name, "password_hash": "", "role": Role.LEARNER} for name in names]
    ids = list(session.scalars(insert(User).returning(User.id, sort_by_parameter_order=True), users))
    rows = [
        {
            "course_id": course,
            "user_id": one,
            "name": name_student(chance),
            "number": f"{4_000_000 + one}",
            "joined_at": start,
        }
        for one in ids
    ]
    session.execute(insert(Student), rows)
    made: list[dict[str, Any]] = []
    for user in ids:
        for version in versions:
            right = chance.random() < 0.8  # noqa: PLR2004 - most solve it
            times = sorted(chance.sample(range(40_000), ATTEMPTS))
            first = chance.randrange(ATTEMPTS - 1) if chance.random() < GO_ON else ATTEMPTS - 1
            for attempt, minutes in enumerate(times):
                at = start + timedelta(minutes=minutes)
                accepted = right and attempt == first
                made.append(
                    {
                        "public_id": make_public_id(),
                        "user_id": user,
                        "problem_version_id": version,
                        "mode": Mode.SUBMIT,
                        "source": "x = 1\n",
                        "status": Status.DONE,
                        "verdict": Verdict.ACCEPTED if accepted else Verdict.WRONG_ANSWER,
                        "code": "accepted" if accepted else chance.choice(CODES),
                        "report": {"message": "Not right.", "line": 1, "output": rest},
                        "created_at": at,
                        "finished_at": at + timedelta(seconds=5),
                    }
                )
    session.execute(insert(Submission), made)


async def prepare(services: Services, students: int, katas: int) -> str:
    """Create a teacher, the katas and the course; return the course's id."""
    teacher = await services.accounts.add_user("teacher", PASSWORD, Role.INSTRUCTOR)
    versions = await services.database.write(lambda session: fill_problems(session, katas))
    return (await make_course(services, teacher, versions, students)).course.public_id


async def make_course(
    services: Services,
    teacher: Account,
    versions: list[int],
    students: int,
    *,
    prefix: str = "student",
    rest: str = REST,
) -> Access:
    """Create a course of a teacher with all katas, and its students; return the teacher's access to it."""
    today = datetime.now(UTC).date()
    began = today - timedelta(days=40)
    new = NewCourse(
        name=f"A class of {students}", term="Now", time_zone="Europe/Berlin", starts_on=began, ends_on=today
    )
    course = await services.courses.create(teacher, new)
    access = await services.courses.find_access(teacher, course.public_id)
    await services.roster.add_label(access, "A")
    wall = datetime.now() - timedelta(days=30)  # noqa: DTZ005 - a wall time
    for first in range(0, len(versions), PER_ASSIGNMENT):
        numbers = range(first, min(first + PER_ASSIGNMENT, len(versions)))
        assignment = NewAssignment(
            name=f"Week {first // PER_ASSIGNMENT + 1}",
            opens_at=wall,
            due_at=wall + timedelta(days=14),
            late_until=wall + timedelta(days=21),
            katas=[KataPoints(problem=f"kata_{number}", points=10) for number in numbers],
        )
        made = await services.assignments.create(access, assignment)
        override = OverrideFields(label="A", due_at=wall + timedelta(days=16))
        await services.assignments.put_override(access, made, override)
    if students:
        await services.database.write(
            lambda session: fill_class(session, course.id, versions, students, prefix=prefix, rest=rest)
        )
    return access


async def measure(http: httpx.AsyncClient, name: str, path: str) -> list[Row]:
    """Return the durations of requests; the first one isn't counted."""
    clock, processor = [], []
    for _ in range(RUNS + 1):
        began, used = time.perf_counter(), time.process_time()
        answer = await http.get(path, headers={"accept": "text/html"})
        clock.append((time.perf_counter() - began) * 1e3)
        processor.append((time.process_time() - used) * 1e3)
        answer.raise_for_status()
    return [Row(name, spread(clock[1:]), ""), Row("  its processor time", spread(processor[1:]), "")]


async def run(students: int, katas: int) -> list[Row]:
    """Return the rows of the table."""
    with tempfile.TemporaryDirectory(prefix="jaxdojo-bench-") as scratch:
        data = Path(scratch)
        settings = Settings(
            data=data,
            problems=data / "none",
            runner="separate",
            requests_per_minute=0,
            address_requests_per_minute=0,
            _env_file=None,
        )
        async with open_installation(settings) as services:
            course = await prepare(services, students, katas)
        application = create_app(settings)
        async with application.router.lifespan_context(application):
            statements = 0

            def count(*_given: object) -> None:
                nonlocal statements
                statements += 1

            transport = httpx.ASGITransport(application)
            headers = {"sec-fetch-site": "same-origin"}
            async with httpx.AsyncClient(transport=transport, base_url="http://bench.test", headers=headers) as http:
                signed = await http.post("/api/v1/session", json={"name": "teacher", "password": PASSWORD})
                signed.raise_for_status()
                pages = {
                    "first page, HTML": f"/courses/{course}/grades",
                    "last page, HTML": f"/courses/{course}/grades?page={-(-students // 50)}",
                    "first page, JSON": f"/api/v1/courses/{course}/grades",
                    "students by name, HTML": f"/courses/{course}/grades?search=m%C3%BCller",
                    "all, CSV": f"/api/v1/courses/{course}/grades.csv",
                    "where it is stuck, HTML": f"/courses/{course}/stuck",
                    "attempts of a cell, HTML": f"/courses/{course}/stuck/kata_0/code_0",
                }
                rows = [row for name, path in pages.items() for row in await measure(http, name, path)]
                engine = application.state.services.database.engine
                event.listen(engine, "before_cursor_execute", count)
                await http.get(pages["first page, HTML"])
                rows.append(Row("queries of the first page", str(statements), ""))
                statements = 0
                await http.get(pages["where it is stuck, HTML"])
                rows.append(Row("queries of where it is stuck", str(statements), ""))
        return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=500)
    parser.add_argument("--katas", type=int, default=40)
    options = parser.parse_args()
    title = f"Gradebook of {options.students} students and {options.katas} katas"
    print_table(title, asyncio.run(run(options.students, options.katas)))


if __name__ == "__main__":
    main()
