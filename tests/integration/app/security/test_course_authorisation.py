"""Each route of a course, requested by each kind of user: students, staff with each right, and outsiders."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from app.db.statuses import Right, Role
from app.domains.courses.schemas import Rights
from app.http.requests import SESSION_COOKIE
from tests.integration.app.conftest import PASSWORD, make_person
from tests.integration.app.security.course_rules import (
    ALL_BODIES,
    BODIES,
    MIXED_BODIES,
    NEEDS,
    OUTSIDER,
    PEOPLE,
    STUDENT,
)
from tests.integration.app.security.rules import name_answer
from tests.integration.app.security.test_authorisation import RULES
from tests.integration.app.security.world import TARGET, World, make_course, make_platform

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx
    from fastapi import FastAPI

    from app.services import Services
    from tests.integration.app.conftest import Person


async def gather(application: FastAPI) -> tuple[World, World, dict[str, str]]:
    """Return a world with one course and all its members, another with the course of others, and everybody's cookies.

    `other_staff` teaches the other course, and `outsider` attends it; `TARGET` attends both.
    """
    services: Services = application.state.services
    for name in (*PEOPLE, TARGET):
        role = {"owner": Role.INSTRUCTOR, "other_staff": Role.INSTRUCTOR, "admin": Role.ADMIN}.get(name, Role.LEARNER)
        await services.accounts.add_user(name, PASSWORD, role)
    accounts = {name: await services.accounts.find(name) for name in PEOPLE}
    elsewhere = await make_course(services, accounts["other_staff"], accounts["outsider"])
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
    problem = {"problem": "shift"}
    return World(application, things | platform | problem), World(application, elsewhere | problem), cookies


async def publish(iris: Person) -> None:
    await iris.http.post("/api/v1/authoring/problems/shift/publish")
    await iris.http.get("/api/v1/authoring/problems/shift/task/events")


async def test_every_right_opens_what_it_should_and_nothing_else(application: FastAPI, iris: Person) -> None:
    await publish(iris)
    world, _elsewhere, cookies = await gather(application)
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


NAMES: Final = {"course_id", "problem", "code", "staff_name", "label_name"}
"""Parameters of paths that mean something in every course, and the course itself."""
SHARED: Final = {"other_id"}
"""The ids of what `TARGET` made, who attends both courses."""


def list_mixtures(route: str) -> list[set[str]]:
    """Return which ids of a route may come from another course: all of them, and each alone."""
    ids = set(re.findall(r"{(\w+)", route)) - NAMES
    return [] if not ids else [ids, *({one} for one in sorted(ids - SHARED) if len(ids) > 1)]


def fill_body(body: Any, things: Mapping[str, str]) -> Any:  # noqa: ANN401 - JSON
    """Return a body whose texts such as `{student_id}` are replaced by these things."""
    if isinstance(body, dict):
        return {name: fill_body(value, things) for name, value in body.items()}
    if isinstance(body, list):
        return [fill_body(one, things) for one in body]
    return things.get(body[1:-1], body) if isinstance(body, str) and body.startswith("{") else body


def choose_body(route: str) -> Any:  # noqa: ANN401 - JSON
    """Return a valid body for a route, if it takes one."""
    fitting = [body for end, body in ALL_BODIES.items() if route.endswith(end)]
    return {} if route.startswith(("GET", "DELETE")) or not fitting else fitting[-1]


async def send(world: World, cookie: str, route: str, things: Mapping[str, str], body: Any) -> httpx.Response:  # noqa: ANN401 - JSON
    """Request a route with these things in its path and in its body."""
    method, path = route.split(" ")
    filled = fill_body(body, things)
    way = {"json": filled} if "/api/" in path else {"data": filled}
    async with world.open(cookie=f"{SESSION_COOKIE}={cookie}") as http:
        address = path.replace(":path}", "}").format_map(things)
        return await http.request(method, address, **(way if method not in {"GET", "DELETE"} else {}))


async def test_the_staff_of_one_course_reach_nothing_of_another_with_its_ids(
    application: FastAPI, iris: Person
) -> None:
    """Their own course in the path, and an id of the other course beside it or in the body: there is no such thing."""
    await publish(iris)
    world, elsewhere, cookies = await gather(application)
    items = {"items": [{"points": 1, "words": "An item."}]}
    rubric = "PUT /api/v1/courses/{course_id}/assignments/{assignment_id}/rubrics/{problem}"
    world.things["item_id"] = (await send(world, cookies["owner"], rubric, world.things, items)).json()["items"][0][
        "id"
    ]
    seen = {route for route, need in NEEDS.items() if route.startswith("GET /api/") and need.who != "student"}
    looks = seen - {"GET /api/v1/courses/{course_id}/similar/{problem}/dolos"}  # an archive with the current time

    async def look() -> dict[str, str]:
        answers = {one: await send(world, cookies["owner"], one, world.things, None) for one in looks}
        return {one: answer.text for one, answer in answers.items()}

    before, wrong, own = await look(), [], elsewhere.things
    for route, need in NEEDS.items():
        asker = "outsider" if need.who == "student" else "other_staff"
        mixtures = list_mixtures(route)
        for mixture in mixtures:
            mixed = own | {one: world.things[one] for one in mixture} | {"context_id": world.things["context_id"]}
            answer = await send(world, cookies[asker], route, mixed, choose_body(route))
            if answer.status_code != 404:
                wrong.append(f"{route} with the {', '.join(sorted(mixture))} of another: {answer.status_code}")
        if route in MIXED_BODIES:
            mixed = own | {one: world.things[one] for one in ("item_id", "student_id", "assignment_id")}
            mixed |= {one: own[one] for one in re.findall(r"{(\w+)", route)}
            answer = await send(world, cookies[asker], route, mixed, MIXED_BODIES[route])
            if answer.status_code not in {404, 422}:
                wrong.append(f"{route} with an id of another in its body: {answer.status_code}")
        if mixtures and not (need.gone or need.late):
            latest = own | {one: world.things[one] for one in SHARED}
            answer = await send(world, cookies[asker], route, latest, choose_body(route))
            if answer.status_code in {404, 422}:
                wrong.append(f"{route} refuses their own: {answer.status_code} {answer.text[:300]}")
    assert not wrong, "\n".join(wrong)
    assert await look() == before


async def test_only_who_changes_data_keeps_a_comment(application: FastAPI, iris: Person) -> None:
    """A message with `keep` changes the course's comments, so it needs more than a message does."""
    await iris.http.post("/api/v1/authoring/problems/shift/publish")
    await iris.http.get("/api/v1/authoring/problems/shift/task/events")
    world, _elsewhere, cookies = await gather(application)
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
