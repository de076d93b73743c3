"""Exams that hold back their verdicts: no channel reveals to a student what is held, and staff see everything.

The test of all channels doesn't know what a leak looks like. It requests every `GET` route, reverses the truth in the
database (accepted, or wrong in a hidden case), repeats the requests, and expects the same responses, except for staff.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy import func, select, update

import app as package
from app.db.holds import list_holds
from app.db.models import (
    Assignment,
    ExamStart,
    Problem,
    ProblemVersion,
    Regrade,
    Regrading,
    Submission,
    SubmissionEvent,
    WebhookDelivery,
    now,
)
from app.db.statuses import EventKind, RegradeStatus, Status
from app.domains.progress.schemas import Publicity
from app.domains.webhooks.repository import take_due
from grader.report import CaseReport, CheckResult, Hint, Mode, Report, Timing, Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor, make_person
from tests.integration.app.security.world import list_routes
from tests.integration.app.test_courses import API, check, join, make_course, make_learner, wall
from tests.integration.app.test_exams import HOUR, MINUTE, hold, make_exam

if TYPE_CHECKING:
    from datetime import timedelta

    import httpx
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.services import Services
    from tests.integration.app.conftest import Person, StandInGrader

REASON: Final = "HELD-REASON"
READERS: Final = {
    "app/db/holds.py": "the rule itself",
    "app/db/models/submissions.py": "the table",
    "app/domains/accounts/personal_data_queries.py": "leaves out what is held",
    "app/domains/authoring/repository.py": "statistics for a problem's authors",
    "app/domains/community/repository.py": "asks `is_held`",
    "app/domains/courses/elsewhere.py": "asks `is_held`, for staff",
    "app/domains/courses/repository/grades.py": "tells what is held; `find_told_grade` leaves it out",
    "app/domains/fleet/repository.py": "queues and failures, for admins",
    "app/domains/courses/repository/grade_notices.py": "who was judged; grades are computed as students may know them",
    "app/domains/lti/repository/contexts.py": "that grades may have changed; scores are sent as students may know them",
    "app/domains/problems/repository.py": "asks `is_held`",
    "app/domains/progress/repository.py": "asks `is_held`",
    "app/domains/threads/repository.py": "asked by learners after `require_told`, by staff after `is_withheld`",
    "app/domains/threads/reports.py": "closed to learners by `require_told`",
    "app/domains/threads/settling.py": "only what a regrade has judged again, for the thread",
    "app/domains/regrading/queries.py": "asks `is_held` for learners; the rest is for authors",
    "app/domains/regrading/record.py": "what a runner writes",
    "app/domains/regrading/repository.py": "selects what is rejudged",
    "app/domains/runs/repository.py": "runs only, which are never held",
    "app/domains/runs/service.py": "runs only, which are never held",
    "app/domains/scratch/service.py": "programs of no problem",
    "app/domains/similarity/repository.py": "for authors, and for staff without what `is_withheld`",
    "app/domains/stuck/repository.py": "for staff, without what `is_withheld`",
    "app/domains/submissions/oversight_queries.py": "for admins",
    "app/domains/submissions/record.py": "what a runner writes",
    "app/domains/submissions/repository.py": "asks `select_hold`",
    "app/domains/submissions/trails.py": "asks `select_hold`, and conceals what is held",
    "app/domains/submissions/views.py": "conceals what `find_held` finds",
    "app/domains/webhooks/repository.py": "messages wait for what `is_held`",
}
"""All modules that read submissions' verdicts, reports or codes, and why none reveals to a student what is held."""


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages show others' effort on a kata even if only one solved it, and let only the test send messages."""
    monkeypatch.setattr("app.domains.webhooks.repository.is_any_due", lambda _session: False)
    monkeypatch.setattr("app.domains.community.efforts.MIN_SOLVERS", 1)
    monkeypatch.setattr("app.domains.community.service.EFFORT_KEPT_S", 0.0)


def make_report(slug: str, *, accepted: bool) -> Report:
    """Return the report of a submission whose sample is right, and whose hidden case is right or wrong."""
    verdict = Verdict.ACCEPTED if accepted else Verdict.WRONG_ANSWER
    right = CheckResult(check="values", passed=True, code="values.equal", message="Right.")
    wrong = CheckResult(check="values", passed=False, code="values.mismatch", message=REASON, line=1, score=0.0)
    sample = CaseReport(name="s0", label="one", hidden=False, verdict=Verdict.ACCEPTED, seconds=0.1, checks=[right])
    hidden = sample.model_copy(update={"name": "h0", "hidden": True})
    if not accepted:
        hidden = hidden.model_copy(update={"verdict": verdict, "checks": [wrong], "seconds": 4.2})
    return Report(
        problem=slug,
        version="1",
        mode=Mode.SUBMIT,
        verdict=verdict,
        code="accepted" if accepted else "values.mismatch",
        message="All cases are right." if accepted else REASON,
        line=None if accepted else 1,
        score=float(accepted),
        cases=[sample, hidden],
        output="" if accepted else REASON,
        hints=[Hint(code="x", level="celebratory", line=1, message="Well done, indeed.")] if accepted else [],
        timing=Timing(total_ms=100.0 if accepted else 4300.0),
    )


async def set_truth(services: Services, public_id: str, *, accepted: bool) -> None:
    """Change a submission in all tables: it was accepted, or was wrong in a hidden case."""
    report = make_report("double", accepted=accepted)
    other = make_report("double", accepted=not accepted)

    def store(session: Session) -> None:
        row = session.scalars(select(Submission.id).where(Submission.public_id == public_id)).one()
        values = {"verdict": report.verdict, "report": report, "code": report.code}
        session.execute(update(Submission).where(Submission.id == row).values(**values))
        cases = session.scalars(
            select(SubmissionEvent)
            .where(SubmissionEvent.submission_id == row, SubmissionEvent.kind == EventKind.CASE)
            .order_by(SubmissionEvent.id)
        ).all()
        for event, case in zip(cases, report.cases, strict=True):
            event.data = event.data | {"case": case.model_dump(mode="json")}
        session.execute(
            update(Regrading)
            .where(Regrading.submission_id == row)
            .values(verdict=report.verdict, report=report, before_verdict=other.verdict, before_report=other)
        )

    await services.database.write(store)


async def add_regrading(services: Services, public_id: str) -> None:
    """Change a submission so that it was rejudged."""

    def store(session: Session) -> None:
        row = session.scalars(select(Submission).where(Submission.public_id == public_id)).one()
        problem = session.scalars(select(Problem.id).where(Problem.slug == "double")).one()
        regrade = Regrade(problem_id=problem, reason="A repair.", status=RegradeStatus.APPLIED, decided_at=now())
        session.add(regrade)
        session.flush()
        version = session.scalars(select(ProblemVersion.id)).first()
        session.add(
            Regrading(
                regrade_id=regrade.id,
                submission_id=row.id,
                status=Status.DONE,
                version_id=version,
                before_version_id=version,
            )
        )

    await services.database.write(store)


def read_text(answer: httpx.Response) -> str:
    """Return a response's text; of an archive, that of its files."""
    if answer.headers.get("content-type") != "application/zip":
        return answer.text
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return "\n".join(f"{name}\n{archive.read(name).decode()}" for name in archive.namelist())


def clean(text: str) -> str:
    """Return a response without what differs each time: the current time, single-use tokens, and who read what."""
    text = re.sub(r"^createdAt,.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r'^{"id": \d+, [^\n]*"action": "similar_viewed"[^\n]*\n', "", text, flags=re.MULTILINE)
    text = re.sub(r'"(seconds_left|instance|request_id)":\s*("[^"]*"|\d+)', r'"\1":0', text)
    return re.sub(r"data-left=\"\d+\"", "", text)


async def ask_all(application: FastAPI, who: Person, things: dict[str, str], part: str = "") -> dict[str, str]:
    """Return a user's responses on every `GET` route whose path has this part."""
    answers = {}
    for route in list_routes(application):
        method, address = route.split(" ")
        if method != "GET" or part not in address or "metrics" in address:
            continue
        if set(re.findall(r"{(\w+)", address)) - set(things):
            continue
        answer = await who.http.get(address.replace(":path}", "}").format_map(things))
        answers[route] = f"{answer.status_code} {clean(read_text(answer))}"
    return answers


async def compare(
    application: FastAPI, who: Person, things: dict[str, str], public_id: str, part: str = ""
) -> set[str]:
    """Return the routes, of those whose path has this part, whose responses to a user depend on the truth."""
    services = application.state.services
    await set_truth(services, public_id, accepted=True)
    before = await ask_all(application, who, things, part)
    await set_truth(services, public_id, accepted=False)
    after = await ask_all(application, who, things, part)
    return {route for route in before if before[route] != after[route]} - UNSTEADY


UNSTEADY: Final = {"GET /readyz", "GET /healthz", "GET /lti/login"}
"""Routes whose responses differ at random, since they contain times, delays or a nonce."""
TOLD: Final = {
    "GET /api/v1/submissions",
    "GET /api/v1/submissions/{submission_id}",
    "GET /api/v1/submissions/{submission_id}/events",
    "GET /api/v1/problems",
    "GET /api/v1/problems/{slug}",
    "GET /api/v1/problems/{slug}/submissions",
    "GET /api/v1/courses/{course_id}/own",
    "GET /submissions",
    "GET /submissions/{public_id}",
    "GET /submissions/{public_id}/live",
    "GET /submissions/{public_id}/earlier/{number}",
    "GET /problems/{slug}",
    "GET /courses/{course_id}",
    "GET /account/export",
    "GET /progress",
    "GET /people/{name}",
    "GET /",
}
"""Channels that reveal a verdict once it is released, which shows that the test would find a leak there."""


@EACH_DATABASE
@pytest.mark.usefixtures("telling")
async def test_no_road_tells_what_is_held(application: FastAPI, grader: StandInGrader) -> None:
    services = application.state.services
    grader.cases = 2
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
        make_person(application).http as guest,
    ):
        nobody = type(ada)(guest, application)
        await bob.solve()
        course = await make_course(iris)
        student = await join(iris, ada, course)
        exam, path = await hold(iris, course, holds_verdicts=True)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_exam(minutes=None, name="Homework")), 201)
        account = await services.accounts.find("ada")
        await services.progress.choose_publicity(
            account, Publicity(shows_solved=True, shows_activity=True, shows_scores=True)
        )
        hook = check(await ada.http.post("/api/v1/webhooks", json={"url": "https://example.org/x"}), 201)
        check(await ada.http.post(f"{path}/start", json={}))
        made = await ada.solve()
        await add_regrading(services, made)
        things = {
            "slug": "double", "problem": "double", "public_id": made, "submission_id": made, "run_id": made,
            "number": "1", "name": "ada", "course_id": course, "exam_id": exam, "assignment_id": exam,
            "student_id": student, "webhook_id": hook["webhook"]["id"], "left": made, "right": made,
            "code": "values.mismatch", "before": "1", "after": "1",
        }  # fmt: skip

        for state in ("she works", "her time is over"):
            if state == "her time is over":
                await _let_time_pass(services)
                assert check(await ada.http.get(f"{path}/clock"))["phase"] == "practice"
                assert (await ada.send(f"/submissions/{made}/link")).status_code == 303
                link = await services.community.find_sharing(account, made)
                assert link.card is None
                things |= {"token": str(link.token), "card": f"{made}-x"}
                shared = await ada.send(f"/submissions/{made}/share")
                assert shared.status_code == 422
            efforts = ['id="effort"' in await who.read("/problems/double") for who in (bob, ada)]
            assert efforts == [True, state != "she works"]
            for who in (ada, bob, nobody):
                assert await compare(application, who, things, made) == set(), state
            page = await ada.read(f"/submissions/{made}")
            assert "Accepted on the samples" in page
            assert "is held until" in page
            assert "Held until" in await ada.read("/submissions")
            assert "Submitted. The verdict is held until" in await ada.read(f"/courses/{course}")
            held = check(await ada.http.get(f"/api/v1/submissions/{made}"))
            assert (held["verdict"], held["finished_at"], len(held["report"]["cases"])) == (None, None, 1)
            assert held["held_until"] == held["report"]["held_until"]
            for wanted in ("accepted", "wrong_answer"):
                listed = check(await ada.http.get("/api/v1/submissions", params={"verdict": wanted}))
                assert listed["submissions"] == []
        seen = await compare(application, iris, things, made)
        assert {
            "GET /api/v1/courses/{course_id}/grades",
            "GET /api/v1/courses/{course_id}/stuck",
            "GET /courses/{course_id}/grades",
            "GET /courses/{course_id}/stuck",
        } <= seen, "staff see everything"
        assert await services.database.write(lambda session: take_due(session, HOUR, 5)) == []
        assert await _count(services, WebhookDelivery.attempts) == 0, "a message that waits isn't tried"

        # Staff release the verdict, which is told at once on all these channels.
        assert check(await ada.http.post(f"{path}/release"), 403)
        assert check(await iris.http.get(f"{path}/exam"))["held_until"] is not None
        assert "Release the verdicts now" in await iris.read(f"/courses/{course}/assignments/{exam}/exam")
        assert check(await iris.http.post(f"{path}/release"))["held_until"] is None
        assert check(await iris.http.post(f"{path}/release"), 409)
        assert "released" in await iris.read(f"/courses/{course}/assignments/{exam}/exam")
        assert (await iris.send(f"/courses/{course}/assignments/{exam}/release")).status_code == 409
        assert TOLD - await compare(application, ada, things, made) == set()


async def _let_time_pass(services: Services) -> None:
    """End one user's own working time in an exam that continues for others."""

    def store(session: Session) -> None:
        session.execute(update(ExamStart).values(started_at=now() - HOUR / 2))
        session.execute(update(Assignment).where(Assignment.minutes.is_not(None)).values(minutes=1))

    await services.database.write(store)


async def _count(services: Services, column: Any) -> int:  # noqa: ANN401 - a column
    return int(await services.database.read(lambda session: session.scalar(select(func.sum(column))) or 0))


async def test_the_end_for_everybody_is_computed(application: FastAPI) -> None:
    services = application.state.services

    async def find() -> list[timedelta]:
        found = await services.database.read(list_holds)
        return [one.until - now() for one in found]

    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        _exam, path = await hold(iris, course, holds_verdicts=True, due_at=wall(HOUR))
        [until] = await find()
        assert HOUR - MINUTE < until <= HOUR + MINUTE
        added = check(
            await iris.http.post(f"{path}/time", json={"minutes": 30, "reason": "x", "student": student}), 201
        )
        [later] = await find()
        assert later - until > 29 * MINUTE, "one who has more time holds it for all"
        check(await iris.http.delete(f"{path}/time/{added['added'][0]['id']}"), 204)
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        check(await iris.http.put(f"{API}/{course}/students/{student}", json={"name": "Ada", "labels": ["A"]}))
        check(await iris.http.put(f"{path}/overrides", json={"label": "A", "due_at": wall(3 * HOUR)}))
        [later] = await find()
        assert later - until > HOUR
        for change in ({"draft": True}, {"holds_verdicts": False}, {"opens_at": wall(HOUR), "due_at": wall(2 * HOUR)}):
            check(await iris.http.put(path, json=make_exam(**{"holds_verdicts": True} | change)))
            assert await find() == [], change
        over = {"opens_at": wall(-3 * HOUR), "due_at": wall(-HOUR), "holds_verdicts": True}
        check(await iris.http.put(path, json=make_exam(**over)))
        [until] = await find()  # Those with the label still have time.
        for one in check(await iris.http.get(f"{path}/overrides"))["overrides"]:
            check(await iris.http.delete(f"{path}/overrides/{one['id']}"), 204)
        assert await find() == [], "it ends by itself, without a job"
        plain = make_exam(minutes=None, holds_verdicts=True)
        assert check(await iris.http.put(path, json=plain), 422)["errors"][0]["field"] == "minutes"


async def test_a_hold_goes_with_files_and_forms(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        exam, _path = await hold(iris, course, holds_verdicts=True)
        file = check(await iris.http.get(f"{API}/{course}/export"))
        again = check(await iris.http.post(f"{API}/import", json=file), 201)["id"]
        [copied] = check(await iris.http.get(f"{API}/{again}/assignments"))["assignments"]
        assert copied["holds_verdicts"] is True
        page = f"/courses/{course}/assignments/{exam}"
        assert 'name="holds_verdicts" value="true" checked' in await iris.read(page)
        fields = {"name": "Midterm", "opens_at": wall(-HOUR), "due_at": wall(HOUR), "after": "closed", "counts": "best"}
        assert (await iris.send(page, **fields, minutes="30")).status_code == 303
        assert 'name="holds_verdicts" value="true" checked' not in await iris.read(page)


def test_every_reader_of_verdicts_is_known() -> None:
    """A new module that reads submissions' results must be reviewed, since it may reveal them to students."""
    root = Path(package.__file__).parent
    reads = re.compile(
        r"\bSubmission\.(verdict|report|code|finished_at)\b|\brow\.(verdict|report)\b|submission\.(verdict)\b"
    )
    found = {
        f"app/{path.relative_to(root)}"
        for path in root.rglob("*.py")
        if "migrations" not in path.parts and "web" not in path.relative_to(root).parts[:1]
        if reads.search(path.read_text("utf-8"))
    }
    assert found - set(READERS) == set(), "say in READERS why it tells no student what is held"
