"""All kinds of users, and one of each thing that they may request, in one running application."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from fastapi.routing import iter_route_contexts
from sqlalchemy import select

from app.client.distribution import make_wheel
from app.db.models import Course, LtiContext, Problem, ProblemVersion, Submission, now
from app.db.statuses import LtiRole, Right, Role, Status
from app.domains.community.schemas import Order
from app.domains.courses.assignment_schemas import KataPoints, NewAssignment, NewExtension, OverrideFields
from app.domains.courses.exam_schemas import AddedTime
from app.domains.courses.schemas import Joining, NewCourse, Rights
from app.domains.lti.repository import contexts, platforms
from app.domains.lti.schemas import NewPlatform
from app.domains.progress import repository as progress_repository
from app.domains.progress.schemas import Publicity
from app.domains.threads.repository import add_review, find_in_course
from app.http.requests import SESSION_COOKIE
from grader.report import Mode, Verdict
from tests.integration.app.conftest import AUTHORING, PASSWORD, make_person

if TYPE_CHECKING:
    import httpx
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.courses.schemas import Access
    from app.services import Services
    from tests.integration.app.conftest import Person, StandInGrader

PEOPLE: Final = {
    "learner": "ada",
    "other_learner": "bob",
    "instructor": "iris",
    "co_author": "coco",
    "commenter": "cleo",
    "reader": "rita",
    "other_instructor": "otto",
    "admin": "root",
}
"""The users who make requests. `ada` owns everything except the problem `shift`, which `iris` owns and shares with
`coco`, with `cleo` to comment on it and with `rita` to read it."""
INSTRUCTORS: Final = ("co_author", "commenter", "reader", "other_instructor")
ROLES: Final = dict.fromkeys(INSTRUCTORS, Role.INSTRUCTOR) | {"admin": Role.ADMIN}
CERTIFICATE: Final = "an-address-of-a-certificate"
TARGET: Final = "dora"
"""The user that requests are about; she makes none herself."""


@dataclass
class World:
    """The application, the signed-in users, and the values of the parameters in its routes' paths."""

    application: FastAPI
    things: dict[str, str]
    cookies: dict[str, str] = field(default_factory=dict)

    def fill(self, path: str) -> str:
        """Return a path with its parameters filled."""
        return path.replace(":path}", "}").format_map(self.things)

    def find_unknown(self, path: str) -> set[str]:
        """Return the parameters of a path that have no value here."""
        return set(re.findall(r"{(\w+)", path)) - set(self.things)

    def open(self, **headers: str) -> httpx.AsyncClient:
        """Return a browser on a page of this site."""
        return make_person(self.application, **headers).http

    async def is_signed_in(self, who: str) -> bool:
        """Return whether a user has a session."""
        async with self.open(cookie=f"{SESSION_COOKIE}={self.cookies[who]}") as http:
            return (await http.get("/api/v1/session")).json()["account"] is not None

    async def sign_in_again(self, who: str, method: str, answer: httpx.Response) -> None:
        """Sign a user in if their request has ended their session; what is refused ends none."""
        if "set-cookie" in answer.headers or (method != "GET" and not answer.is_error):
            await self.sign_in(who)

    async def sign_in(self, who: str) -> None:
        """Sign a user in, unless they already are."""
        if who in self.cookies and await self.is_signed_in(who):
            return
        async with self.open() as http:
            answer = await http.post("/api/v1/session", json={"name": PEOPLE[who], "password": PASSWORD})
            assert answer.status_code == 200, answer.text
            self.cookies[who] = str(http.cookies[SESSION_COOKIE])

    async def ask(
        self, who: str, method: str, address: str, form: dict[str, str] | None = None, **headers: str
    ) -> httpx.Response:
        """Send a request as one of `PEOPLE`, `nobody`, or `wrong_token`."""
        if who in PEOPLE:
            headers["cookie"] = f"{SESSION_COOKIE}={self.cookies[who]}"
        elif who == "wrong_token":
            headers["authorization"] = "Bearer made-up"
        async with self.open(**headers) as http:
            return await http.request(method, address, data=form)


def list_routes(application: FastAPI) -> list[str]:
    """Return all routes, of the API and of the pages, as `GET /problems/{slug}`."""
    routes = []
    for route in iter_route_contexts(application.routes):
        methods = sorted((route.methods or {"GET"}) - {"HEAD"})
        routes += [f"{method} {route.path}" for method in methods]
    return routes


async def make_world(application: FastAPI, grader: StandInGrader, ada: Person, iris: Person) -> World:
    """Return a world with a submission that was judged, regraded, shared and voted for."""
    services = application.state.services
    for who, name in PEOPLE.items():
        if name not in {"ada", "iris"}:
            await services.accounts.add_user(name, PASSWORD, ROLES.get(who, Role.LEARNER))
    target = await services.accounts.add_user(TARGET, PASSWORD, Role.LEARNER)
    await services.progress.choose_publicity(target, Publicity(shows_solved=True))
    await iris.http.post(f"{AUTHORING}/shift/publish")
    await iris.http.get(f"{AUTHORING}/shift/task/events")
    await iris.http.put(f"{AUTHORING}/shift/authors/coco")
    await iris.http.put(f"{AUTHORING}/shift/authors/cleo?role=comment")
    await iris.http.put(f"{AUTHORING}/shift/authors/rita?role=read")
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    submission = await _hand_in(ada.http)
    await _rejudge(iris, apply=True)
    regrade = await _rejudge(iris, apply=False)
    await ada.http.post(f"/submissions/{submission}/link")
    await ada.http.post(f"/submissions/{submission}/share")
    account = await services.accounts.find("ada")
    await services.tokens.make(account, "hers")
    [token] = await services.tokens.list_tokens(account)
    webhook = (await services.webhooks.make(account, "https://hooks.invalid/")).webhook
    [solution] = await services.community.list_solutions(account, "shift", Order.VOTES)
    maker = await services.accounts.find("iris")
    course = await make_course(services, maker, account, submission)
    await services.invitations.invite(maker, Role.LEARNER)
    [invitation] = await services.invitations.list_open(maker)
    shown = await services.community.find_sharing(account, submission)
    await services.database.write(
        lambda session: progress_repository.add_certificate(session, account.id, "A track", CERTIFICATE)
    )
    observed = await services.runs.run_program("print(1)", account, "")
    async with asyncio.timeout(60):
        while (await services.runs.get(observed.id, account)).report is None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    things = {
        "invitation_id": invitation.id,
        "session_id": "made-up",
        "identity_id": "999999",
        "slug": "shift",
        "number": "1",
        "submission_id": submission,
        "public_id": submission,
        "left": submission,
        "run_id": (await services.runs.run_samples("shift", "x = 1", None, "address 192.0.2.1")).id,
        "token": shown.token,
        "card": shown.card,
        "file": make_wheel()[0],
        "question_id": str(await services.questions.ask(account, "shift", "Why?", spoiler=False)),
        "certificate": CERTIFICATE,
        "program": await services.scratch.share(account, observed.id),
        "solution_id": str(solution.id),
        "name": TARGET,
        "path": "statement.md",
        "before": "1",
        "after": "1",
        "regrade_id": regrade,
        "token_id": str(token.id),
        "webhook_id": webhook.id,
        "problem": "shift",
        "registration_token": "made-up",
        "report_id": await make_report(services, account, submission),
        **course,
        **await make_platform(services, account, course["course_id"]),
    }
    world = World(application, things)
    for who in PEOPLE:
        await world.sign_in(who)
    async with world.open(cookie=f"{SESSION_COOKIE}={world.cookies['other_learner']}") as http:
        world.things["right"] = await _hand_in(http)
    return world


async def make_course(
    services: Services, teacher: Account, student: Account, known: str | None = None
) -> dict[str, str]:
    """Create a course of `teacher` that `student` attends, with one of each thing; return the paths' parameters.

    `known` is the student's submission to `shift`; without one, it is created.

    The student that requests are about is `TARGET`.
    """
    made = await services.courses.create(
        teacher,
        NewCourse(
            name="A course",
            term="A term",
            time_zone="UTC",
            starts_on=date(2026, 1, 1),
            ends_on=date(2099, 1, 1),
            late_days=5,
        ),
    )
    access = await services.courses.find_access(teacher, made.public_id)
    joining = await services.courses.set_joining(access, Joining(open=True))
    await services.courses.join(student, joining.code)
    await services.courses.join(await services.accounts.find(TARGET), joining.code)
    await services.courses.put_staff(access, TARGET, Rights(content=Right.VIEW, data=Right.NONE))
    await services.courses.invite_staff(access, Rights(content=Right.VIEW, data=Right.NONE))
    new = NewAssignment(
        name="An assignment",
        opens_at=datetime(2026, 1, 1),  # noqa: DTZ001 - a wall time
        due_at=datetime(2099, 1, 1),  # noqa: DTZ001
        late_days=5,
        katas=[KataPoints(problem="shift", points=10)],
    )
    assignment = await services.assignments.create(access, new)
    exam = await services.assignments.create(
        access, new.model_copy(update={"minutes": 60, "late_days": 0, "katas": [], "holds_verdicts": True})
    )
    added = await services.exams.add_time(access, exam, AddedTime(minutes=5, reason="Because."))
    await services.roster.add_label(access, "A")
    await services.assignments.put_override(access, assignment, OverrideFields(label="A", late_days=1))
    own = await services.courses.find_access(student, made.public_id)
    asked = NewExtension(until=datetime(2099, 2, 1), reason="Because.")  # noqa: DTZ001
    extension = await services.extensions.request_extension(own, assignment, asked)
    [listed] = [one for one in (await services.roster.list_students(access)).students if one.account == TARGET]
    [override] = await services.assignments.list_overrides(access, assignment)
    submission, request = await services.database.write(lambda session: add_request(session, student, access, known))
    target = await services.accounts.find(TARGET)
    other = await services.database.write(lambda session: add_submission(session, target))
    await services.threads.add_comment(access, "A comment.")
    [comment] = await services.threads.list_comments(access)
    [invitation] = (await services.courses.list_staff(access)).invitations
    return {
        "course_id": made.public_id,
        "student_id": listed.id,
        "assignment_id": assignment,
        "exam_id": exam,
        "added_id": added,
        "override_id": override.id,
        "extension_id": extension,
        "label_name": "A",
        "staff_name": TARGET,
        "staff_invitation": invitation.id,
        "staff_token": "made-up",
        "submission_id": submission,
        "other_id": other,
        "request_id": request,
        "comment_id": comment.id,
        "code": "wrong_values",
    }


def add_request(session: Session, student: Account, access: Access, submission: str | None) -> tuple[str, str]:
    """Store a request about a student's submission, or about a new one to `shift`; return the ids of both."""
    submission = submission or add_submission(session, student)
    subject = find_in_course(session, access.course.id, Submission.public_id == submission)
    assert subject is not None
    return submission, add_review(session, subject, None)


def add_submission(session: Session, student: Account) -> str:
    """Store a student's wrong submission to `shift`, and return its id."""
    newest = select(ProblemVersion.id).join(Problem, Problem.id == ProblemVersion.problem_id)
    row = Submission(
        user_id=student.id,
        problem_version_id=session.scalars(newest.where(Problem.slug == "shift").order_by(ProblemVersion.id)).first(),
        mode=Mode.SUBMIT,
        source="x = 1",
        status=Status.DONE,
        verdict=Verdict.WRONG_ANSWER,
        code="verdict",
        finished_at=now(),
    )
    session.add(row)
    session.flush()
    return row.public_id


async def make_report(services: Services, account: Account, submission: str) -> str:
    """Report a verdict, and return the report's id."""
    await services.reports.report(account, submission, "")
    return (await services.reports.show_own(account, submission)).requests[0].id


async def make_platform(services: Services, student: Account, course: str) -> dict[str, str]:
    """Register a platform from whose course `student` comes, and link that to a course here."""
    new = NewPlatform(
        name="A platform",
        issuer="https://lms.invalid",
        client_id="client",
        deployments=["1"],
        auth_url="https://lms.invalid/auth",
        token_url="https://lms.invalid/token",  # noqa: S106 - an address
        jwks_url="https://lms.invalid/jwks",
    )
    made = await services.lti.platforms.add(new)

    def store(session: Session) -> str:
        [platform] = platforms.find_platforms(session, new.issuer)
        row = LtiContext(
            deployment_id=platform.deployments["1"],
            context_id="1",
            course_id=session.scalars(select(Course.id).where(Course.public_id == course)).one(),
        )
        session.add(row)
        platforms.add_identity(session, platform.id, "person", student.id)
        session.flush()
        contexts.put_member(session, row.id, "person", "A person", LtiRole.STUDENT, active=True)
        return row.public_id

    return {"platform_id": made.id, "context_id": await services.database.write(store)}


async def _hand_in(http: httpx.AsyncClient) -> str:
    """Submit something, and wait for its verdict; return its id."""
    answer = await http.post("/api/v1/problems/shift/submissions", json={"source": "x = 1", "mode": "submit"})
    made = str(answer.json()["id"])
    await http.get(f"/api/v1/submissions/{made}/events")
    return made


async def _rejudge(iris: Person, *, apply: bool) -> str:
    """Regrade all submissions, and wait for the end; return the regrade's id."""
    body = {"reason": "Because.", "apply": apply}
    [regrade] = (await iris.http.post(f"{AUTHORING}/shift/rejudge", json=body)).json()["regrades"]
    path = f"{AUTHORING}/shift/regrades/{regrade['id']}"
    async with asyncio.timeout(60):
        while (await iris.http.get(path)).json()["regrade"]["status"] not in {"ready", "applied"}:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return str(regrade["id"])
