"""Each route of a course, requested by each kind of user: students, staff with each right, and outsiders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.db.statuses import Right, Role
from app.domains.courses.schemas import Rights
from app.http.requests import SESSION_COOKIE
from tests.integration.app.conftest import PASSWORD, make_person
from tests.integration.app.security.course_rules import BODIES, NEEDS, OUTSIDER, PEOPLE, STUDENT
from tests.integration.app.security.rules import name_answer
from tests.integration.app.security.test_authorisation import RULES
from tests.integration.app.security.world import TARGET, World, make_course, make_platform

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.services import Services
    from tests.integration.app.conftest import Person


async def gather(application: FastAPI) -> tuple[World, dict[str, str]]:
    """Return a world with one course and all its members, and everybody's cookies."""
    services: Services = application.state.services
    for name in (*PEOPLE, TARGET):
        role = {"owner": Role.INSTRUCTOR, "other_staff": Role.INSTRUCTOR, "admin": Role.ADMIN}.get(name, Role.LEARNER)
        await services.accounts.add_user(name, PASSWORD, role)
    accounts = {name: await services.accounts.find(name) for name in PEOPLE}
    await make_course(services, accounts["other_staff"], accounts["outsider"])
    things = await make_course(services, accounts["owner"], accounts["student"])
    access = await services.courses.find_access(accounts["owner"], things["course_id"])
    for name, who in PEOPLE.items():
        if who.is_staff and name not in {"owner", "admin"}:
            await services.courses.put_staff(access, name, Rights(content=who.content, data=who.data))
    cookies = {}
    for name in PEOPLE:
        async with make_person(application).http as http:
            await http.post("/api/v1/session", json={"name": name, "password": PASSWORD})
            cookies[name] = str(http.cookies[SESSION_COOKIE])
    platform = await make_platform(services, accounts["student"], things["course_id"])
    return World(application, {**things, **platform, "problem": "shift"}), cookies


async def test_every_right_opens_what_it_should_and_nothing_else(application: FastAPI, iris: Person) -> None:
    await iris.http.post("/api/v1/authoring/problems/shift/publish")
    await iris.http.get("/api/v1/authoring/problems/shift/task/events")
    world, cookies = await gather(application)
    await iris.http.put("/api/v1/authoring/problems/shift/authors/owner")
    wrong = []
    for route, need in NEEDS.items():
        method, path = route.split(" ")
        for name, who in PEOPLE.items():
            body: Any = BODIES.get(route)
            way = {"json": body} if "/api/" in path else {"data": body}
            async with world.open(cookie=f"{SESSION_COOKIE}={cookies[name]}") as http:
                answer = await http.request(method, world.fill(path), **(way if body else {}))
            given, wanted = name_answer(answer), need.answer(who)
            found_gone = need.gone and wanted == "ok" and given == "404"
            if given != wanted and not found_gone:
                wrong.append(f"{route} for {name}: {given} ({answer.status_code}) instead of {wanted}")
    assert not wrong, "\n".join(wrong)


async def test_only_who_changes_data_keeps_a_comment(application: FastAPI, iris: Person) -> None:
    """A message with `keep` changes the course's comments, so it needs more than a message does."""
    await iris.http.post("/api/v1/authoring/problems/shift/publish")
    await iris.http.get("/api/v1/authoring/problems/shift/task/events")
    world, cookies = await gather(application)
    path = world.fill("/courses/{course_id}/submissions/{submission_id}")
    for name, who in PEOPLE.items():
        if not who.data.includes(Right.VIEW):
            continue
        wanted = "ok" if who.data.includes(Right.EDIT) else "403"
        async with world.open(cookie=f"{SESSION_COOKIE}={cookies[name]}") as http:
            kept = {"body": f"{name} keeps it.", "keep": True}
            answers = [
                await http.post(f"/api/v1{path}/messages", json=kept),
                await http.post(f"{path}/messages", data=kept | {"keep": "true"}),
            ]
            assert [name_answer(one) for one in answers] == [wanted] * 2, name
            page = await http.get(path, headers={"accept": "text/html"})
            assert ('name="keep"' in page.text) is (wanted == "ok"), name
            comments = (await http.get(world.fill("/api/v1/courses/{course_id}/comments"))).json()["comments"]
            assert (kept["body"] in {one["body"] for one in comments}) is (wanted == "ok"), name


def test_each_route_of_a_course_is_in_the_table() -> None:
    """`RULES` contains every existing route, so none with a course in its path can be missing from `NEEDS`."""
    invited = {"POST /courses/{course_id}/place", "PUT /api/v1/courses/{course_id}/place"}  # nobody here is
    of_courses = {route for route in RULES if "{course_id}" in route} - invited
    assert of_courses == set(NEEDS)


def test_the_table_tells_people_apart() -> None:
    answers = {name: tuple(need.answer(who) for need in NEEDS.values()) for name, who in PEOPLE.items()}
    assert set(answers["outsider"]) == {"404"}
    assert answers["other_staff"] == answers["outsider"]
    assert answers["admin"] == answers["owner"]
    assert len(set(answers.values())) == len(PEOPLE) - 2
    assert OUTSIDER != STUDENT
    assert Right.EDIT.includes(Right.VIEW)
    assert not Right.VIEW.includes(Right.EDIT)
