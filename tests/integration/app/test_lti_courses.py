"""A platform's course linked to one here: roster, staff, deep linking, columns, scores with retries, members."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import update

from app.db.models import LtiScore, now
from app.db.statuses import DeliveryStatus, Role
from app.domains.lti import scores as module
from app.domains.lti.services import extend_path
from tests.integration.app.conftest import PASSWORD, Person, make_instructor, make_person
from tests.integration.app.lti import SITE, add, arrive, launch, launch_as_student, read_ticket
from tests.integration.app.test_courses import API, check, make_assignment, make_course
from tests.integration.app.test_exams import make_exam
from tests.lti_other_platform import OtherPlatform
from tests.lti_platform import CLAIM, DEEP, ROLES, Platform, run_platform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.services import Services

TEACHER = {"sub": "teacher-1", "name": "Iris Prof", f"{CLAIM}roles": [f"{ROLES}Instructor"]}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"webhook_hosts": "127.0.0.1"})


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.server.application.DELAY_AFTER_START_S", 3600)


@pytest.fixture(params=[Platform, OtherPlatform])
async def platform(application: FastAPI, request: pytest.FixtureRequest) -> AsyncIterator[Platform]:
    async with run_platform(request.param) as running:
        await add(application.state.services, running)
        running.tool_keys = (await make_person(application).http.get("/lti/jwks")).json()
        yield running


async def link(application: FastAPI, platform: Platform, iris: Person) -> tuple[str, str]:
    """Let a teacher link the platform's course to a new one; return its id and its assignment's."""
    course = await make_course(iris)
    made = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
    page = await launch(iris, platform, **TEACHER)
    answer = await iris.send("/lti/link", ticket=read_ticket(page))
    path = answer.headers["location"].partition("?")[0]
    assert "Which course here does it belong to?" in await iris.read(path)
    answer = await iris.send(f"{path}/course", course=course)
    assert answer.headers["location"] == f"/courses/{course}/lms"
    assert "JAX 101" in await iris.read(f"/courses/{course}/lms")
    return course, str(made["id"])


async def attend(person: Person, platform: Platform, course: str, assignment: str, name: str = "ada") -> None:
    """Launch the assignment as a student, and join the course."""
    path = await launch_as_student(person, platform, assignment, name)
    assert "Attend" in await person.read(path)
    answer = await person.send(f"{path.partition('?')[0]}/join", assignment=assignment)
    assert answer.headers["location"] == f"/courses/{course}#assignment-{assignment}"
    again = await person.http.get(path, headers={"accept": "text/html"})
    assert again.headers["location"] == answer.headers["location"], "nothing is asked twice"


async def show(iris: Person, course: str) -> dict[str, Any]:
    shown: dict[str, Any] = check(await iris.http.get(f"{API}/{course}/lms"))
    return shown


async def make_due(services: Services) -> None:
    past = update(LtiScore).values(next_at=now() - timedelta(seconds=1))
    await services.database.write(lambda session: session.execute(past))


async def test_a_platform_gets_no_score_that_an_exam_holds(
    application: FastAPI, platform: Platform, nobody: Person
) -> None:
    services: Services = application.state.services
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        await attend(nobody, platform, course, assignment)
        exam = make_exam(holds_verdicts=True, minutes=30)
        path = f"{API}/{course}/assignments/{assignment}"
        check(await iris.http.put(path, json=exam))
        check(await nobody.http.post(f"{path}/start", json={}))
        await nobody.solve()
        assert await services.lti.collector.collect() == 0
        check(await iris.http.post(f"{path}/release"))
        assert await services.lti.collector.collect() == 1, "it is sent with the next look, not a quarter of an hour on"


async def test_a_score_goes_to_the_platform_and_the_newest_wins(
    application: FastAPI, platform: Platform, nobody: Person
) -> None:
    services: Services = application.state.services
    sender = services.lti.sender
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        await attend(nobody, platform, course, assignment)
        assert await services.lti.collector.collect() == 0, "nothing was tried, so no zero is sent"
        await nobody.solve()
        assert await services.lti.collector.collect() == 1
        assert await services.lti.collector.collect() == 0
        platform.score_status = [500, 200]
        assert await sender.send_due() == 1
        [score] = (await show(iris, course))["scores"]
        assert (score["status"], score["result"], score["attempts"]) == ("waiting", "status 500", 1)
        assert await sender.send_due() == 0, "it waits"
        [student] = check(await iris.http.get(f"{API}/{course}/students"))["students"]
        assert (student["name"], student["account"]) == ("Ada Lovelace", "ada")
        changed = {"points": 7.5, "reason": "Nice."}
        path = f"{API}/{course}/students/{student['id']}/grades/{assignment}/double"
        assert (await iris.http.put(path, json=changed)).status_code < 300
        assert await services.lti.collector.collect_course(course) == 1
        assert await sender.send_due() == 1
        [sent] = platform.scores
        assert (sent["userId"], sent["scoreGiven"], sent["scoreMaximum"]) == ("person-1", 7.5, 10)
        assert sent["path"] == "/items/1/scores?type_id=7", "the query stays behind"
        assert (sent["activityProgress"], sent["gradingProgress"]) == ("Completed", "FullyGraded")
        assert datetime.fromisoformat(sent["timestamp"]).tzinfo is not None
        assert "submitted_at" in sent["https://canvas.instructure.com/lti/submission"]
        [score] = (await show(iris, course))["scores"]
        assert (score["status"], score["points"]) == ("delivered", 7.5)
        check(await iris.http.post(f"{API}/{course}/lms/scores"), 204)
        platform.score_status = [409]
        assert await sender.send_due() == 1
        [score] = (await show(iris, course))["scores"]
        assert (score["status"], score["result"]) == ("delivered", "the platform has a newer score")
        bearer = {fields["authorization"] for _m, path, fields, _b in platform.requests if "/scores" in path}
        assert len(bearer) == 1
        assert platform.knows(bearer.pop().removeprefix("Bearer "))


async def test_what_fails_for_days_is_shown(application: FastAPI, platform: Platform, nobody: Person) -> None:
    services: Services = application.state.services
    assert sum(module.PAUSES_S) > 3 * 86400
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        await attend(nobody, platform, course, assignment)
        await nobody.solve()
        await services.lti.collector.collect()
        platform.score_status = [422]
        for _attempt in range(len(module.PAUSES_S) + 1):
            await make_due(services)
            assert await services.lti.sender.send_due() == 1
        await make_due(services)
        assert await services.lti.sender.send_due() == 0
        shown = await show(iris, course)
        assert (shown["failed"], shown["scores"][0]["result"]) == (1, "status 422")
        assert "be sent for days" in await iris.read(f"/courses/{course}/lms")
        platform.score_status = [200]
        assert (await iris.send(f"/courses/{course}/lms/scores")).status_code == 303
        await services.lti.sender.send_due()
        assert (await show(iris, course))["failed"] == 0


async def test_an_older_answer_changes_nothing_about_a_newer_score(
    application: FastAPI, platform: Platform, nobody: Person
) -> None:
    from app.domains.lti.repository import scores  # noqa: PLC0415 - for this test alone

    services: Services = application.state.services
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        await attend(nobody, platform, course, assignment)
        await nobody.solve()
        await services.lti.collector.collect()
        [due] = await services.database.write(lambda session: scores.take_due(session, timedelta(minutes=2), 5))
        newer = {
            "context_id": due.context_id,
            "assignment_id": due.assignment_id,
            "student_id": (await services.database.read(lambda session: session.query(LtiScore).one())).student_id,
            "subject": due.subject,
            "points": 3.0,
            "full": 10,
            "submitted_at": None,
        }
        await services.database.write(lambda session: scores.put_score(session, **newer))
        done = DeliveryStatus.DELIVERED
        await services.database.write(lambda session: scores.finish(session, due, done, "status 200", now()))
        [score] = (await show(iris, course))["scores"]
        assert (score["status"], score["points"]) == ("waiting", 3.0)


async def test_staff_of_the_platform_get_no_rights_without_a_confirmation(
    application: FastAPI, platform: Platform, nobody: Person
) -> None:
    async with make_instructor(application, "iris") as iris:
        course, _assignment = await link(application, platform, iris)
        path = await arrive(nobody, platform, "tom", **{**TEACHER, "sub": "assistant", "name": "Tom"})
        assert "on its staff here" in await nobody.read(path)
        assert (await nobody.http.get(f"{API}/{course}")).status_code == 404
        assert (await nobody.send(f"{path.partition('?')[0]}/join")).status_code == 403
        assert [one["account"] for one in (await show(iris, course))["proposals"]] == ["tom"]
        assert (await iris.send(f"/courses/{course}/lms/staff", account="tom")).status_code == 303
        assert check(await nobody.http.get(f"{API}/{course}"))["content"] == "view"
        assert (await show(iris, course))["proposals"] == []


async def test_only_who_teaches_both_links_them(application: FastAPI, platform: Platform, nobody: Person) -> None:
    async with make_instructor(application, "iris") as iris, make_instructor(application, "otto") as otto:
        course = await make_course(otto)
        path = (await arrive(nobody, platform, "ada")).partition("?")[0]
        assert (await nobody.send(f"{path}/course", course=course)).status_code == 404
        assert (await otto.http.get(path)).status_code == 404, "otto doesn't come from there"
        page = await launch(iris, platform, **TEACHER)
        path = (await iris.send("/lti/link", ticket=read_ticket(page))).headers["location"].partition("?")[0]
        assert (await iris.send(f"{path}/course", course=course)).status_code == 404, "it is otto's"


async def test_who_was_removed_doesnt_come_back_by_a_launch(
    application: FastAPI, platform: Platform, nobody: Person
) -> None:
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        await attend(nobody, platform, course, assignment)
        [student] = check(await iris.http.get(f"{API}/{course}/students"))["students"]
        await iris.send(f"/courses/{course}/students/{student['id']}/remove")
        assert (await nobody.http.get(f"{API}/{course}")).status_code == 404
        page = await launch(nobody, platform)
        path = page.headers["location"].partition("?")[0]
        assert (await nobody.send(f"{path}/join")).status_code == 403


async def test_columns_are_found_or_made(application: FastAPI, platform: Platform) -> None:
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        check(await iris.http.post(f"{API}/{course}/lms/columns"), 204)
        [item] = platform.items
        assert (item["resourceId"], item["scoreMaximum"], item["label"]) == (assignment, 10, "Doubling")
        check(await iris.http.post(f"{API}/{course}/lms/columns"), 204)
        assert len(platform.items) == 1
        paths = [path for _method, path, _fields, _body in platform.requests if path.startswith("/items")]
        assert paths[0] == f"/items?type_id=7&resource_id={assignment}"


async def test_members_are_read_page_by_page(application: FastAPI, platform: Platform, nobody: Person) -> None:
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        await attend(nobody, platform, course, assignment)
        learner = [f"{ROLES}Learner"]
        platform.members = [
            {"user_id": "person-1", "name": "Ada L.", "roles": learner},
            {"user_id": "teacher-1", "roles": [f"{ROLES}Instructor"], "status": "Active"},
            {"user_id": "person-2", "given_name": "Bob", "roles": learner, "status": "Inactive"},
            {"user_id": "person-3", "roles": "broken", "email": "x"},
            {"name": "nobody"},
        ]
        check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
        [context] = (await show(iris, course))["contexts"]
        assert (context["members"], context["sync_result"]) == (3, "")
        platform.next_link = "<https://evil.example/members>; rel=next"
        check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
        [context] = (await show(iris, course))["contexts"]
        assert context["sync_result"] == "its list goes on at another site"
        platform.token_answer = {"access_token": None}
        platform.next_link = ""


async def test_a_teacher_chooses_in_the_frame(application: FastAPI, platform: Platform, nobody: Person) -> None:
    settings = {
        "deep_link_return_url": "https://lms.example/return?x=1",
        "accept_types": ["link", "ltiResourceLink"],
        "accept_multiple": False,
        "data": "kept",
    }
    wanted = {
        f"{CLAIM}message_type": "LtiDeepLinkingRequest",
        f"{CLAIM}target_link_uri": f"{SITE}/lti/deep-link",
        f"{CLAIM}resource_link": None,
        f"{DEEP}deep_linking_settings": settings,
    }
    async with make_instructor(application, "iris") as iris:
        _course, assignment = await link(application, platform, iris)
        page = await launch(nobody, platform, **wanted)
        assert page.status_code == 403, "a learner chooses nothing"
        page = await launch(nobody, platform, **TEACHER, **wanted)
        assert (page.status_code, "Doubling" in page.text, "Double it" in page.text) == (200, True, True)
        ticket = read_ticket(page)
        assert (await nobody.http.get(f"/lti/continue?ticket={ticket}")).status_code == 404, "it signs nobody in"
        both = {"ticket": ticket, "assignment": assignment, "kata": "double"}
        assert (await nobody.http.post("/lti/deep-link", data=both)).status_code == 422, "one only"
        assert (await nobody.http.post("/lti/deep-link", data={"ticket": ticket, "kata": "x"})).status_code == 422
        answer = await nobody.http.post("/lti/deep-link", data={"ticket": ticket, "assignment": assignment})
        assert "form-action https://lms.example https:;" in answer.headers["content-security-policy"]
        assert 'action="https://lms.example/return?x=1"' in answer.text
        token = answer.text.partition('name="JWT" value="')[2].partition('"')[0]
        keys = KeySet.import_key_set((await nobody.http.get("/lti/jwks")).json())
        claims = jwt.decode(token, keys, algorithms=["RS256"]).claims
        assert (claims["iss"], claims["aud"], claims[f"{DEEP}data"]) == ("dojo-client", [platform.issuer], "kept")
        assert claims["exp"] > time.time()
        [item] = claims[f"{DEEP}content_items"]
        assert item["custom"] == {"assignment": assignment}
        assert item["lineItem"] == {"scoreMaximum": 10, "label": "Doubling", "resourceId": assignment}
        again = await nobody.http.post("/lti/deep-link", data={"ticket": ticket, "assignment": assignment})
        assert again.status_code == 404, "a ticket works once"


def test_a_query_stays_where_it_belongs() -> None:
    assert extend_path("https://a/b/1?x=1&y=2", "scores") == "https://a/b/1/scores?x=1&y=2"
    assert extend_path("https://a/b/1/", "scores") == "https://a/b/1/scores"


@pytest.mark.parametrize("by", ["its owner", "an admin"])
async def test_a_deleted_account_takes_along_what_platforms_said(platform: Platform, nobody: Person, by: str) -> None:
    from app.db.models import LtiIdentity, LtiMember  # noqa: PLC0415 - for this test alone

    await arrive(nobody, platform, "ada")
    services: Services = nobody.application.state.services
    exported = [part async for part in services.personal_data.export(await services.accounts.find("ada"))]
    assert b"person-1" in b"".join(exported)
    if by == "an admin":
        root = await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
        await services.administration.delete(root, "ada")
    else:
        await services.personal_data.delete(await services.accounts.find("ada"))
    left = await services.database.read(
        lambda session: [session.query(LtiIdentity).count(), session.query(LtiMember).count()]
    )
    assert left == [0, 0]
