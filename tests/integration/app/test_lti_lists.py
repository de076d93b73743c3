"""Lists of platforms, which may have several pages: members, those who have left, and columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.cli.platforms import show_lms
from app.domains.lti.errors import ServiceFailure, tell_result
from app.kit.language import use_language
from tests.integration.app.conftest import EACH_DATABASE
from tests.integration.app.lti import launch
from tests.integration.app.test_courses import API, check
from tests.integration.app.test_lti_changes import deliver, look, platform  # noqa: F401 - a fixture
from tests.integration.app.test_lti_courses import TEACHER, _by_hand, link, settings, show  # noqa: F401 - fixtures
from tests.lti_platform import CLAIM, NRPS, ROLES, Platform

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person

LEARNER = [f"{ROLES}Learner"]


def list_others(count: int) -> list[dict[str, Any]]:
    return [{"user_id": f"other-{number}", "name": f"Other {number}", "roles": LEARNER} for number in range(count)]


async def test_every_link_of_a_page_is_read(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    """Platforms also say where to ask for differences, some of them in a header of its own."""
    course, _assignment, _student = await deliver(application, platform, iris, nobody)
    platform.links = [f'<{platform.url}/members?course=1&since=5>; rel="{NRPS}differences"']
    platform.members = [*list_others(3), {"user_id": "person-1", "roles": LEARNER}]
    check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
    [context] = (await show(iris, course))["contexts"]
    assert (context["members"], context["sync_result"]) == (4, "")
    assert await look(application, platform) == [10], "they are on the last page"


async def test_a_column_on_a_later_page_is_found(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
) -> None:
    course, assignment = await link(application, platform, iris)
    platform.ignores_queries = True
    others = [{"id": f"{platform.url}/items/{number}", "resourceId": f"other-{number}"} for number in range(3)]
    own = {"id": f"{platform.url}/items/own", "resourceId": assignment, "scoreMaximum": 10}
    platform.items = [*others, own]
    check(await iris.http.post(f"{API}/{course}/lms/columns"), 204)
    assert len(platform.items) == 4, "none is made twice"
    assert (await show(iris, course))["contexts"][0]["sync_result"] == ""


async def test_columns_that_are_made_clear_an_earlier_failure(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
) -> None:
    course, _assignment = await link(application, platform, iris)
    for answer, told in (({"access_token": ""}, "no access token"), ({}, "")):
        platform.token_answer = answer
        check(await iris.http.post(f"{API}/{course}/lms/columns"), 204)
        [context] = (await show(iris, course))["contexts"]
        assert (context["sync_result"], context["synced_at"] is not None) == (told, True)
    assert len(platform.items) == 1


@EACH_DATABASE
async def test_students_who_have_left_there_are_shown_and_removed(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    course, _assignment, student = await deliver(application, platform, iris, nobody)
    platform.members = [*list_others(2), {"user_id": "person-1", "roles": LEARNER}]
    check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
    shown = await show(iris, course)
    assert (shown["departed"], shown["contexts"][0]["absent"]) == ([], 2)
    assert "2 students among them aren't in this course yet." in await iris.read(f"/courses/{course}/lms")
    platform.members.pop()
    check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
    shown = await show(iris, course)
    assert shown["departed"] == [{"id": student, "account": "ada", "name": "Ada Lovelace"}]
    page = await iris.read(f"/courses/{course}/lms")
    assert "Students who have left the course there" in page
    assert f'action="/courses/{course}/students/{student}/remove"' in page
    assert await look(application, platform) == [], "nothing is sent about them"
    await iris.send(f"/courses/{course}/students/{student}/remove")
    shown = await show(iris, course)
    assert (shown["departed"], shown["contexts"][0]["absent"]) == ([], 2)


async def test_who_is_in_another_linked_course_has_not_left(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    course, _assignment, _student = await deliver(application, platform, iris, nobody)
    second = {f"{CLAIM}context": {"id": "course-2", "title": "Section 2"}}
    path = (await launch(iris, platform, **second, **TEACHER)).headers["location"].partition("?")[0]
    assert (await iris.send(f"{path}/course", course=course)).status_code == 303
    await launch(nobody, platform, **second)
    platform.members = list_others(1)
    check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
    assert [one["account"] for one in (await show(iris, course))["departed"]] == ["ada"]
    await launch(nobody, platform, **second)
    assert (await show(iris, course))["departed"] == [], "they came from the other one since"


async def test_what_a_platform_answers_is_told_in_the_reader_s_language(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    platform.score_status = [422]
    course, _assignment, _student = await deliver(application, platform, iris, nobody)
    assert await look(application, platform) == []
    platform.members, platform.next_link = list_others(1), "<https://evil.example/members>; rel=next"
    check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
    shown = await show(iris, course)
    told = shown["contexts"][0]["sync_result"], shown["scores"][0]["result"]
    assert told == ("its list goes on at another site", "status 422"), "programs read what they always did"
    page = await iris.http.get(f"/courses/{course}/lms", headers={"accept": "text/html", "accept-language": "de"})
    assert ": ihre Liste geht auf einer anderen Website weiter</p>" in page.text
    assert "Status 422" in page.text


def test_the_command_lists_who_has_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    context: dict[str, Any] = {"id": "c1", "platform": "Campus", "title": "JAX 101", "members": 9, "absent": 2}
    context |= {"synced_at": None, "sync_result": ""}
    departed = {"id": "s1", "account": "ada", "name": ""}
    shown = {"contexts": [context], "departed": [departed], "proposals": [], "scores": [], "waiting": 0, "failed": 0}
    monkeypatch.setattr("app.cli.platforms.ask", lambda *_asked: shown)
    show_lms("course")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["c1", "Campus", "JAX", "101", "9", "2", "-", "-"]
    assert lines[2].startswith("Students who have left")
    assert lines[4].split() == ["s1", "ada", "-"]


def test_each_failure_is_translated() -> None:
    use_language("de")
    told = [
        tell_result(one) for one in (*ServiceFailure, "status 500", "no access token: status 401", "something else")
    ]
    use_language("en")
    assert told[-3:] == ["Status 500", "kein Zugriffstoken: Status 401", "something else"]
    assert not set(told[:-1]) & {one.value for one in ServiceFailure}
