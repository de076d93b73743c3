"""Katas that are private to a course: for everybody outside the course, they exist on no route."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.db.statuses import Role
from app.domains.progress.schemas import Publicity
from tests.integration.app.conftest import AUTHORING, EACH_DATABASE, make_instructor, make_person
from tests.integration.app.conftest import publish as add_problem
from tests.integration.app.test_courses import (
    API,
    COURSE,
    DAY,
    check,
    join,
    make_assignment,
    make_course,
    make_learner,
    wall,
)
from tests.integration.app.test_exams import HOUR, MINUTE, hold, make_exam
from tests.integration.app.test_held_verdicts import UNSTEADY, ask_all
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person

SLUG, NAME = "zanzibar", "Zanzibar by night"
HERE: Final = f"{AUTHORING}/{SLUG}"
KATAS: Final = [{"problem": SLUG, "points": 10}]
NO_ID: Final = "0" * 26
MADE: Final = {
    "submission_id": NO_ID, "token": "no-token-yet", "card": "no-card-yet", "solution_id": "77", "question_id": "77",
}  # fmt: skip
"""Placeholders for the ids of things about the kata before they exist."""


async def publish(author: Person) -> None:
    check(await author.http.post(f"{HERE}/publish"), 202)
    await author.http.get(f"{HERE}/task/events")


async def make_kata(author: Person, course: str) -> None:
    """Write a kata, make it private before anybody can see it, and publish it."""
    check(await author.http.post(AUTHORING, json={"slug": SLUG, "name": NAME}), 201)
    check(await author.http.put(f"{API}/{course}/katas/{SLUG}"), 204)
    await publish(author)


async def hand_in(learner: Person) -> str:
    sent = {"source": "x = 1", "mode": "submit"}
    made = check(await learner.http.post(f"/api/v1/problems/{SLUG}/submissions", json=sent), 202)["id"]
    await learner.http.get(f"/api/v1/submissions/{made}/events")
    return str(made)


def normalise(answers: dict[str, str], things: dict[str, str]) -> dict[str, str]:
    """Return responses without the ids, tokens and times that differ between requests."""
    cleaned = {}
    for route, text in answers.items():
        for name in ("card", "token"):
            text = text.replace(things[name], "")  # noqa: PLW2901
        cleaned[route] = re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.+Z]*|nonce-[^\"']*|[0-9a-v]{26}", "", text)
    return cleaned


async def test_for_those_outside_there_is_no_such_kata(iris: Person, application: FastAPI) -> None:
    """Each of them gets the same response on each route as before the kata existed."""
    services = application.state.services
    async with (
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
        make_learner(application, "cleo") as cleo,
        make_learner(application, "dora") as dora,
        make_instructor(application, "otto") as otto,
        make_person(application).http as guest,
    ):
        course, elsewhere = await make_course(iris), await make_course(otto, name="Elsewhere")
        student = await join(iris, ada, course)
        removed = await join(iris, dora, course)
        other = await join(otto, cleo, elsewhere)
        check(await iris.http.delete(f"{API}/{course}/students/{removed}"), 204)
        assigned = check(await otto.http.post(f"{API}/{elsewhere}/assignments", json=make_assignment()), 201)["id"]
        account = await services.accounts.find("ada")
        everything = Publicity(shows_solved=True, shows_activity=False, shows_scores=True)
        await services.progress.choose_publicity(account, everything)
        outsiders = {
            "a guest": type(ada)(guest, application), "of no course": bob, "of another course": cleo,
            "who was removed": dora, "who teaches another": otto,
        }  # fmt: skip
        things = {
            "slug": SLUG, "problem": SLUG, "course_id": elsewhere, "assignment_id": assigned, "exam_id": assigned,
            "student_id": other, "name": "ada", "number": "1", "code": "wrong_answer", "before": "1", "after": "1",
            "path": "statement.md",
        }  # fmt: skip
        things |= dict.fromkeys(("public_id", "run_id", "left", "right"), NO_ID) | MADE
        before = {who: await ask_all(application, one, things) for who, one in outsiders.items()}

        await make_kata(iris, course)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment(katas=KATAS)), 201)
        made = await hand_in(ada)
        assert (await ada.send(f"/submissions/{made}/link")).status_code == 303
        assert (await ada.send(f"/submissions/{made}/share")).status_code == 303
        shown = await services.community.find_sharing(account, made)
        [solution] = await services.community.list_solutions(account, SLUG)
        question = await services.questions.ask(account, SLUG, "Why?", spoiler=False)
        now = things | {
            "submission_id": made, "public_id": made, "run_id": made, "left": made, "right": made,
            "token": str(shown.token), "card": str(shown.card), "solution_id": str(solution.id),
            "question_id": str(question),
        }  # fmt: skip
        for who, one in outsiders.items():
            after = normalise(await ask_all(application, one, now), now)
            was = normalise(before[who], things)
            different = {route for route in was if was[route] != after[route]} - UNSTEADY
            assert different == set(), who
            found = (await one.http.get("/", params={"q": NAME})).text
            assert f"/problems/{SLUG}" not in found
            sent = {"source": "x = 1", "mode": "submit"}
            asked = await one.http.post(f"/api/v1/problems/{SLUG}/submissions", json=sent)
            assert asked.status_code == (401 if who == "a guest" else 404)
            assert (await one.http.post(f"/api/v1/problems/{SLUG}/runs", json={"source": "x"})).status_code == 404
            for path in (f"/solutions/{solution.id}/vote", f"/questions/{question}/report"):
                assert (await one.send(path, given="true")).status_code in {401, 404}, (who, path)
            nearly = (await one.http.get(f"/api/v1/problems/{SLUG}s")).text
            assert "Did you mean" not in nearly
        seen = normalise(await ask_all(application, ada, now), now)
        assert {
            "GET /", "GET /map", "GET /problems/{slug}", "GET /api/v1/problems", "GET /shared/{token}",
            "GET /problems/{slug}/solutions", "GET /problems/{slug}/leaderboard", "GET /problems/{slug}/questions",
        } <= {route for route in seen if NAME in seen[route]}, "the comparison would find it"  # fmt: skip
        # And the course's members find it everywhere.
        for one in (ada, iris):
            assert NAME in await one.read(f"/problems/{SLUG}")
            assert SLUG in [found["slug"] for found in check(await one.http.get("/api/v1/problems"))["problems"]]
            assert NAME in (await one.http.get("/", params={"q": NAME})).text
            assert NAME in await one.read("/map")
        assert NAME in await ada.read("/progress")
        assert (await ada.http.get(f"/shared/{shown.token}")).status_code == 200
        assert student in (await iris.http.get(f"{API}/{course}/grades")).text
        check_problem(await otto.http.get(HERE), 404, "problem_not_found")
        await services.accounts.change_role("bob", Role.ADMIN)
        assert NAME in await bob.read(f"/problems/{SLUG}")


@EACH_DATABASE
async def test_who_may_make_a_kata_private_and_when(iris: Person, application: FastAPI) -> None:
    async with (
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
        make_instructor(application, "otto") as otto,
    ):
        course, elsewhere = await make_course(iris), await make_course(otto)
        path = f"{API}/{course}/katas"
        await join(iris, ada, course)
        check_problem(await iris.http.put(f"{path}/nothing"), 404, "problem_not_found")
        check_problem(await iris.http.put(f"{path}/double"), 403, "forbidden")  # The kata is a shipped one.
        check(await iris.http.post(AUTHORING, json={"slug": SLUG, "name": NAME}), 201)
        await publish(iris)
        check_problem(await otto.http.put(f"{API}/{elsewhere}/katas/{SLUG}"), 403, "forbidden")
        await hand_in(ada)
        check(await iris.http.put(f"{path}/{SLUG}"), 204)
        check(await iris.http.put(f"{path}/{SLUG}"), 204)
        assert check(await iris.http.get(path))["katas"] == [{"problem": SLUG, "name": NAME, "published": True}]
        check_problem(await otto.http.put(f"{API}/{elsewhere}/katas/{SLUG}"), 404, "problem_not_found")
        katas = {"katas": [{"problem": SLUG, "points": 5}]}
        refused = await otto.http.post(f"{API}/{elsewhere}/assignments", json=make_assignment(**katas))
        check_problem(refused, 404, "problem_not_found")
        new = await otto.read(f"/courses/{elsewhere}/assignments/new")
        assert SLUG not in new
        assert SLUG in await iris.read(f"/courses/{course}/assignments/new")
        check(await iris.http.delete(f"{path}/{SLUG}"), 204)
        check_problem(await iris.http.delete(f"{path}/{SLUG}"), 404, "not_in_course")
        # Everybody has the kata now, and once others work on it, nobody can take it away from them.
        await hand_in(bob)
        check_problem(await iris.http.put(f"{path}/{SLUG}"), 409, "conflict")
        await join(iris, bob, course)
        check(await otto.http.post(f"{API}/{elsewhere}/assignments", json=make_assignment(**katas)), 201)
        check_problem(await iris.http.put(f"{path}/{SLUG}"), 409, "conflict")


@EACH_DATABASE
async def test_private_katas_in_copies_and_files(iris: Person, application: FastAPI) -> None:
    async with make_instructor(application, "otto") as otto:
        course = await make_course(iris)
        await make_kata(iris, course)
        katas = [{"problem": SLUG, "points": 10}, {"problem": "double", "points": 5}]
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment(katas=katas)), 201)
        copy = {"name": "Again", "term": "Spring", "starts_on": "2027-03-01"}
        check(await iris.http.put(f"{API}/{course}/staff/otto", json={"content": "edit", "data": "none"}))
        refused = check_problem(await otto.http.post(f"{API}/{course}/copies", json=copy), 409, "private_katas")
        assert SLUG in refused["detail"]
        file = check(await otto.http.get(f"{API}/{course}/export"))
        assert [kata["problem"] for kata in file["assignments"][0]["katas"]] == [SLUG, "double"]
        check_problem(await otto.http.post(f"{API}/import", json=file), 404, "problem_not_found")
        assert [one["name"] for one in check(await otto.http.get(API))["courses"]] == [COURSE["name"]], (
            "nothing half-done"
        )
        for made in (
            check(await iris.http.post(f"{API}/{course}/copies", json=copy), 201)["id"],
            check(await iris.http.post(f"{API}/import", json=file), 201)["id"],
        ):
            assert [one["problem"] for one in check(await iris.http.get(f"{API}/{made}/katas"))["katas"]] == [SLUG]
            check_problem(await iris.http.delete(f"{API}/{made}/katas/{SLUG}"), 409, "conflict")


async def test_certificates_are_about_public_katas(iris: Person, application: FastAPI) -> None:
    """None is offered for a track of private katas, and an open private kata of a public track withholds none."""
    services = application.state.services
    await services.lifecycle.retire("double", retired=True)
    async with make_learner(application, "ada") as ada, make_learner(application, "bob") as bob:
        course = await make_course(iris)
        for one in (ada, bob):
            await join(iris, one, course)
        await make_kata(iris, course)
        await hand_in(ada)
        page = await ada.read("/progress")
        assert (NAME in page, "Make a certificate" in page) == (True, False)
        listed = await services.problems.list_problems(await services.accounts.find("bob"))
        track = next(one.track for one in listed if one.slug == SLUG)
        await add_problem(services, "triple", track=track)
        made = await bob.http.post("/api/v1/problems/triple/submissions", json={"source": "x = 1", "mode": "submit"})
        await bob.http.get(f"/api/v1/submissions/{check(made, 202)['id']}/events")
        page = await bob.read("/progress")
        assert f'name="track" value="{track}"><button class="link">Make a certificate' in page
        assert (await bob.send("/progress/certificates", track=track)).status_code == 303


async def test_private_katas_on_the_page(iris: Person) -> None:
    course = await make_course(iris)
    page = f"/courses/{course}"
    check(await iris.http.post(AUTHORING, json={"slug": SLUG, "name": NAME}), 201)
    assert (await iris.send(f"{page}/katas", problem="double")).status_code == 403
    assert (await iris.send(f"{page}/katas", problem=f" {SLUG} ")).status_code == 303
    assert "not published yet" in await iris.read(f"{page}/assignments")
    assert (await iris.send(f"{page}/katas/{SLUG}/remove")).status_code == 303
    assert "not published yet" not in await iris.read(f"{page}/assignments")


async def make_waiting_kata(author: Person, course: str, **changes: object) -> str:
    """Write a private kata, put it into an exam that opens in an hour, and publish it; return the exam's address."""
    check(await author.http.post(AUTHORING, json={"slug": SLUG, "name": NAME}), 201)
    check(await author.http.put(f"{API}/{course}/katas/{SLUG}"), 204)
    _exam, path = await hold(author, course, katas=KATAS, opens_at=wall(HOUR), **changes)
    await publish(author)
    return path


async def test_a_kata_of_an_exam_is_hidden_until_a_student_starts(iris: Person, application: FastAPI) -> None:
    """While it waits, a student gets the same response on each route as before the kata existed."""
    async with make_learner(application, "ada") as ada, make_learner(application, "bob") as bob:
        course = await make_course(iris)
        await join(iris, ada, course)
        await join(iris, bob, course)
        things = {"slug": SLUG, "problem": SLUG, "course_id": course, "name": "ada", "number": "1", "code": "x"}
        things |= dict.fromkeys(("public_id", "run_id", "left", "right", "exam_id", "assignment_id"), NO_ID) | MADE
        before = normalise(await ask_all(application, ada, things), things)
        path = await make_waiting_kata(iris, course)

        async def find_signs() -> set[str]:
            """Return the routes on which ada sees something of the kata."""
            after = normalise(await ask_all(application, ada, things), things)
            named = {route for route, text in after.items() if NAME in text}
            about = {route for route in before if "{slug}" in route or "{problem}" in route}
            return named | {route for route in about - UNSTEADY if before[route] != after[route]}

        for state in ("to come", "ready"):
            if state == "ready":
                check(await iris.http.put(path, json=make_exam(katas=KATAS)))
                assert "Start the exam" in await ada.read(f"/courses/{course}")
            assert await find_signs() == set(), state
            for address in ("submissions", "hints/1", "solution", "runs"):
                sent = {"source": "x = 1", "mode": "run"} if address == "submissions" else {"source": "x"}
                answer = await ada.http.post(f"/api/v1/problems/{SLUG}/{address}", json=sent)
                assert answer.status_code == 404, (state, address)
            assert "Did you mean" not in (await ada.http.get(f"/api/v1/problems/{SLUG}s")).text, state
        check(await ada.http.post(f"{path}/start", json={}))
        signs = await find_signs()
        assert {"GET /", "GET /map", "GET /problems/{slug}", "GET /api/v1/problems/{slug}"} <= signs
        await hand_in(ada)
        assert (await bob.http.get(f"/problems/{SLUG}")).status_code == 404, "he hasn't started"
        assert NAME in await iris.read(f"/problems/{SLUG}"), "authors see it all the time"


@EACH_DATABASE
async def test_when_a_private_kata_opens(iris: Person, application: FastAPI) -> None:
    async with make_learner(application, "ada") as ada, make_learner(application, "tom") as tom:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        await join(iris, tom, course)
        check(await iris.http.put(f"{API}/{course}/staff/tom", json={"content": "none", "data": "view"}))
        path = await make_waiting_kata(iris, course)
        waits = {"katas": KATAS, "opens_at": wall(HOUR), "minutes": None}

        async def is_seen() -> bool:
            listed = [one["slug"] for one in check(await ada.http.get("/api/v1/problems"))["problems"]]
            status = (await ada.http.get(f"/problems/{SLUG}")).status_code
            assert status == (200 if SLUG in listed else 404)
            assert (await tom.http.get(f"/problems/{SLUG}")).status_code == 200, "staff see it all the time"
            return SLUG in listed

        for change in ({}, {"draft": True}, {"draft": True, "opens_at": wall(-9 * DAY)}):
            check(await iris.http.put(path, json=make_exam(**waits | change)))
            assert not await is_seen(), change
        # An exception opens it earlier to her; another assignment opens it to all.
        check(await iris.http.put(path, json=make_exam(**waits)))
        check(await iris.http.put(f"{path}/overrides", json={"student": student, "opens_at": wall(-HOUR)}))
        assert await is_seen()
        [override] = check(await iris.http.get(f"{path}/overrides"))["overrides"]
        check(await iris.http.delete(f"{path}/overrides/{override['id']}"), 204)
        assert not await is_seen()
        for ahead in (-HOUR, -9 * DAY):
            [_id, other] = await hold(iris, course, katas=KATAS, minutes=None, opens_at=wall(ahead))
            assert await is_seen(), ahead
            check(await iris.http.put(f"{other}/overrides", json={"student": student, "opens_at": wall(MINUTE * 5)}))
            assert not await is_seen(), ahead
            check(await iris.http.delete(other), 204)
        # An exam that is over is open for practice, as its page says, even if she never started it.
        for ahead in (-HOUR, -9 * DAY):
            over = make_exam(katas=KATAS, opens_at=wall(ahead - HOUR), due_at=wall(ahead))
            check(await iris.http.put(path, json=over))
            assert await is_seen(), ahead
        # Who has worked on it keeps it.
        await hand_in(ada)
        check(await iris.http.put(path, json=make_exam(**waits)))
        assert await is_seen()


async def test_a_private_kata_in_no_assignment_is_seen(iris: Person, application: FastAPI) -> None:
    async with make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        path = await make_waiting_kata(iris, course)
        assert (await ada.http.get(f"/problems/{SLUG}")).status_code == 404
        check(await iris.http.delete(path), 204)
        assert NAME in await ada.read(f"/problems/{SLUG}")
