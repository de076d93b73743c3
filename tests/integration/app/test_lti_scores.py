"""Scores as real platforms take them: quirks of Moodle, Canvas and Blackboard, and regrades that reach them."""

from __future__ import annotations

import base64
import json
import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from sqlalchemy import select

from app.db.models import LtiScore
from app.domains.lti.platforms import SCORE
from app.domains.lti.repository import contexts
from app.domains.lti.repository.platforms import get_platform
from app.domains.lti.services import PlatformServices
from grader.report import Verdict
from tests.integration.app.conftest import PASSWORD
from tests.integration.app.lti import add, arrive, launch, read_ticket
from tests.integration.app.test_courses import API, check, make_assignment

# The fixtures of a platform that is registered here, twice: ours and the library's
from tests.integration.app.test_lti_courses import (  # noqa: F401
    _by_hand,
    attend,
    link,
    make_due,
    platform,
    settings,
    show,
)
from tests.integration.app.test_regrade_grades import SHIFT, hand_in, publish_shift, rejudge
from tests.lti_platform import CLAIM, ROLES, Platform

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader


async def deliver(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    learner: Person,
) -> str:
    """Let a learner solve an assignment, and send the score; return the course."""
    course, assignment = await link(application, platform, iris)
    await attend(learner, platform, course, assignment)
    await learner.solve()
    lti = application.state.services.lti
    assert await lti.collector.collect() == 1
    await lti.sender.send_due()
    return course


def read_assertion(platform: Platform) -> dict[str, Any]:  # noqa: F811
    """Return the claims with which we asked for a token last."""
    bodies = [body for _method, path, _fields, body in platform.requests if path == "/token"]
    claims = parse_qs(bodies[-1].decode())["client_assertion"][0].split(".")[1]
    read: dict[str, Any] = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    return read


async def test_each_platform_gets_a_score_as_it_wants_it(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    await deliver(application, platform, iris, nobody)
    [sent] = platform.scores
    # Moodle takes ISO 8601 with fractions and a zone only, and needs both kinds of progress.
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", sent["timestamp"])
    assert (sent["activityProgress"], sent["gradingProgress"]) == ("Completed", "FullyGraded")
    # Canvas calls it late without the time of the submission.
    assert sent["https://canvas.instructure.com/lti/submission"]["submitted_at"] <= sent["timestamp"]
    # Blackboard wants a capital letter in front of the token, and times in the assertion.
    [fields] = [fields for _method, path, fields, _body in platform.requests if path.endswith("scores?type_id=7")]
    assert fields["authorization"].startswith("Bearer ")
    assert fields["content-type"] == "application/vnd.ims.lis.v1.score+json"
    claims = read_assertion(platform)
    assert claims["iat"] <= time.time() < claims["exp"]
    assert claims["aud"] == f"{platform.url}/token"


async def test_a_token_may_be_asked_for_in_another_name(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    services = application.state.services
    [known] = await services.lti.platforms.list_platforms()
    await services.lti.platforms.remove(known.id)
    await add(services, platform, token_audience="https://lms.example/authorization")  # noqa: S106 - an address
    platform.tool_keys = None  # our platform compares the audience with its own address
    await deliver(application, platform, iris, nobody)
    assert read_assertion(platform)["aud"] == "https://lms.example/authorization"


async def test_another_platforms_token_is_not_sent(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its row may get another client or other addresses, and in SQLite the row id of a removed platform."""
    monkeypatch.setattr(platform, "make_token", lambda _asked: {"access_token": "good", "expires_in": 3600})
    lti, database = application.state.services.lti, application.state.services.database
    calls = PlatformServices(lti.outgoing, lti.keys)
    known = await database.read(lambda session: get_platform(session, 1))
    for one in (known, known, replace(known, client_id="another"), replace(known, token_url=f"{known.token_url}?x=1")):
        assert await calls._find_token(one, SCORE) == "good"
    tokens = [path for _method, path, _fields, _body in platform.requests if path.startswith("/token")]
    assert len(tokens) == 3


async def test_a_person_whom_the_platform_does_not_grade_is_told_to_staff(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    """Moodle takes scores for enrolled people who can be graded, Canvas for active students: others get a 4xx."""
    platform.score_status = [422]
    course = await deliver(application, platform, iris, nobody)
    shown = await show(iris, course)
    [score] = shown["scores"]
    assert (score["status"], score["result"], shown["waiting"]) == ("waiting", "status 422", 1)
    platform.score_status = [200]
    await make_due(application.state.services)
    await application.state.services.lti.sender.send_due()
    assert (await show(iris, course))["scores"][0]["status"] == "delivered", "once they are enrolled there"


async def test_whoever_is_unlinked_gets_no_more_scores(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    """Two people were linked to one account, and one of them wrongly: the points are the other one's."""
    await deliver(application, platform, iris, nobody)
    services = application.state.services
    page = await launch(nobody, platform, sub="another")
    await nobody.send("/lti/link", ticket=read_ticket(page))
    await nobody.send("/account/password", new=PASSWORD)
    me = await services.accounts.find("ada")
    wrong = (await services.lti.identities.list_own(me))[0]
    await services.lti.identities.unlink(me, wrong.id)
    assert await services.database.read(lambda session: list(session.scalars(select(LtiScore.subject)))) == []
    [course] = await services.database.read(contexts.list_linked_courses)
    assert await services.lti.collector.collect_course(course) == 1
    await services.lti.sender.send_due()
    first, second = (one["userId"] for one in platform.scores)
    assert (first != "another", second) == (True, "another")


async def test_whoever_is_neither_student_nor_teacher_there_is_told_so(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    await link(application, platform, iris)
    path = await arrive(nobody, platform, "olga", **{f"{CLAIM}roles": [f"{ROLES}Mentor"]})
    page = await nobody.read(path)
    assert "neither as a student nor as a teacher" in page
    assert "You teach this course" not in page
    assert (await nobody.send(f"{path.partition('?')[0]}/join")).status_code == 403


async def test_a_regrade_reaches_the_gradebook_of_the_platform(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
    grader: StandInGrader,
) -> None:
    lti = application.state.services.lti
    await publish_shift(iris)
    course, _assignment = await link(application, platform, iris)
    katas = [{"problem": "shift", "points": 10}]
    assigned = make_assignment(katas=katas)
    assignment = check(await iris.http.post(f"{API}/{course}/assignments", json=assigned), 201)["id"]
    await attend(nobody, platform, course, str(assignment))
    await hand_in(nobody)
    await lti.collector.collect()
    await lti.sender.send_due()
    assert [one["scoreGiven"] for one in platform.scores] == [10]
    # A proposal, and one that is dropped, change nothing there.
    grader.verdicts = [Verdict.WRONG_ANSWER] * 3
    dropped = await rejudge(iris)
    assert await lti.collector.collect() == 0
    check(await iris.http.post(f"{SHIFT}/regrades/{dropped}/drop"))
    kept = await rejudge(iris)
    check(await iris.http.post(f"{SHIFT}/regrades/{kept}/apply?never_lower=true"))
    assert await lti.collector.collect() == 0
    applied = await rejudge(iris)
    check(await iris.http.post(f"{SHIFT}/regrades/{applied}/apply"))
    assert await lti.collector.collect() == 1, "with the next look, not with that at all students"
    await lti.sender.send_due()
    assert [one["scoreGiven"] for one in platform.scores] == [10, 0]


async def test_the_link_to_a_platforms_course_is_undone_by_a_program(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    course = await deliver(application, platform, iris, nobody)
    [context] = (await show(iris, course))["contexts"]
    path = f"{API}/{course}/lms/contexts"
    check(await iris.http.delete(f"{path}/made-up"), 404)
    check(await nobody.http.delete(f"{path}/{context['id']}"), 403)
    check(await iris.http.delete(f"{path}/{context['id']}"), 204)
    shown = await show(iris, course)
    assert (shown["contexts"], shown["scores"]) == ([], [])
