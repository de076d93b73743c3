"""Betas: the kata doesn't exist for users who don't volunteer, and volunteers' submissions to it don't count."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.db.statuses import Role
from app.domains.progress.schemas import Publicity
from tests.integration.app.conftest import (
    AUTHORING,
    EACH_DATABASE,
    PASSWORD,
    Person,
    StandInGrader,
    make_instructor,
    make_person,
    names_ada,
)
from tests.integration.app.running import make_command
from tests.integration.app.test_authoring import run_task
from tests.integration.app.test_courses import API, check, make_assignment, make_course, make_learner
from tests.integration.app.test_held_verdicts import UNSTEADY, ask_all
from tests.integration.app.test_http import check_problem
from tests.integration.app.test_private_katas import MADE, NAME, NO_ID, SLUG, hand_in, normalise

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress

HERE: Final = f"{AUTHORING}/{SLUG}"
PAGE: Final = f"/problems/{SLUG}"


async def make_beta(iris: Person) -> None:
    """Create a problem, put it in beta before anybody can see it, and publish it."""
    check(await iris.http.post(AUTHORING, json={"slug": SLUG, "name": NAME}), 201)
    check(await iris.http.post(f"{HERE}/beta"), 204)
    check(await iris.http.post(f"{HERE}/publish"), 202)
    await iris.http.get(f"{HERE}/task/events")


async def volunteer(person: Person, *, volunteers: bool = True) -> None:
    found = check(await person.http.put("/api/v1/account/betas", json={"volunteers": volunteers}), 200)
    assert found == {"volunteers": volunteers}


async def list_slugs(person: Person) -> dict[str, bool]:
    """Return the listed katas, and whether each is in beta."""
    found = check(await person.http.get("/api/v1/problems"), 200)["problems"]
    return {one["slug"]: one["beta"] for one in found}


async def test_for_those_who_do_not_volunteer_there_is_no_such_kata(iris: Person, application: FastAPI) -> None:
    """Each of them gets the same response on each route as before the kata existed."""
    services = application.state.services
    async with (
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
        make_instructor(application, "otto") as otto,
        make_person(application).http as guest,
    ):
        account = await services.accounts.find("ada")
        everything = Publicity(shows_solved=True, shows_activity=True, shows_scores=True)
        await services.progress.choose_publicity(account, everything)
        outsiders = {"a guest": Person(guest, application), "a learner": bob, "an instructor": otto}
        things = {"slug": SLUG, "problem": SLUG, "name": "ada", "number": "1", "before": "1", "after": "1"}
        things |= {"path": "statement.md"} | dict.fromkeys(("public_id", "run_id", "left", "right"), NO_ID) | MADE
        before = {who: await ask_all(application, one, things) for who, one in outsiders.items()}

        await make_beta(iris)
        await volunteer(ada)
        made = await hand_in(ada)
        assert (await ada.send(f"/submissions/{made}/link")).status_code == 303
        assert (await ada.send(f"/submissions/{made}/share")).status_code == 303
        shown = await services.community.find_sharing(account, made)
        [solution] = await services.community.list_solutions(account, SLUG)
        question = await services.questions.ask(account, SLUG, "Why?", spoiler=False)
        check(await ada.http.put(f"/api/v1{PAGE}/rating", json={"clarity": "clear", "difficulty": 2}), 200)
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
            assert PAGE not in (await one.http.get("/", params={"q": NAME})).text
            sent = {"source": "x = 1", "mode": "submit"}
            asked = await one.http.post(f"/api/v1{PAGE}/submissions", json=sent)
            assert asked.status_code == (401 if who == "a guest" else 404)
            assert (await one.http.post(f"/api/v1{PAGE}/runs", json={"source": "x"})).status_code == 404
        for one in (ada, iris):
            assert (await list_slugs(one))[SLUG] is True
            assert NAME in (await one.http.get("/", params={"q": NAME})).text
            assert 'id="beta"' in await one.read(PAGE)
        assert '<strong class="badge">beta</strong>' in await ada.read("/")
        await services.accounts.change_role("bob", Role.ADMIN)
        assert 'id="beta"' in await bob.read(PAGE)


@EACH_DATABASE
async def test_what_volunteers_send_counts_nowhere(iris: Person, ada: Person, application: FastAPI) -> None:
    services = application.state.services
    await make_beta(iris)
    await volunteer(ada)
    await hand_in(ada)
    problem = check(await ada.http.get(f"/api/v1{PAGE}"), 200)
    assert (problem["solved"], problem["solution"] is None) == (True, False), "there they see their way to the end"
    page = await ada.read("/progress")
    assert NAME not in page
    assert "0 submissions" in page or "0 of" in page
    counted = sum(not beta for beta in (await list_slugs(ada)).values())
    assert re.search(rf'id="count"[^>]*>{counted} katas?, 0 solved<', await ada.read("/")), (
        "the beta is in neither number"
    )
    assert not names_ada((await ada.read(f"{PAGE}/leaderboard")).partition("<main")[2])
    assert f"{PAGE}/solutions" in await ada.read(PAGE)
    check(await iris.http.post(f"{HERE}/release"), 204)
    assert (await list_slugs(ada))[SLUG] is False
    problem = check(await ada.http.get(f"/api/v1{PAGE}"), 200)
    assert (problem["solved"], problem["beta"]) == (False, False), "a solution of the beta isn't one of the release"
    assert f"{PAGE}/solutions" not in await ada.read(PAGE), "others' solutions are closed again"
    assert NAME not in await ada.read("/progress")
    check_problem(
        await ada.http.put(f"/api/v1{PAGE}/rating", json={"clarity": "clear", "difficulty": 2}), 403, "rating_closed"
    )
    made = await hand_in(ada)
    assert check(await ada.http.get(f"/api/v1{PAGE}"), 200)["solved"]
    assert NAME in await ada.read("/progress")
    assert (await services.community.rank(None, SLUG)).total == 1, "everybody starts equal"
    assert 'id="had-solved"' not in await ada.read(f"/submissions/{made}")


async def test_reports_of_volunteers_reach_the_authors(iris: Person, ada: Person) -> None:
    await make_beta(iris)
    await volunteer(ada)
    made = await hand_in(ada)
    check(await ada.http.post(f"/api/v1/submissions/{made}/report", json={"reason": "It is unclear."}), 201)
    [report] = check(await iris.http.get(f"{HERE}/reports"), 200)["requests"]
    assert report["learner"] == "ada"


@EACH_DATABASE
async def test_a_beta_ends_for_who_volunteers_no_more_and_for_all_at_the_release(
    iris: Person, ada: Person, nobody: Person
) -> None:
    await make_beta(iris)
    assert SLUG not in await list_slugs(ada)
    page = await ada.read("/account")
    assert "Show katas in beta" in page
    answer = await ada.send("/account/betas", volunteers="true")
    assert answer.headers["location"] == "/account?done=volunteers"
    assert "Hide katas in beta" in await ada.read("/account?done=volunteers")
    assert SLUG in await list_slugs(ada)
    await volunteer(ada, volunteers=False)
    assert SLUG not in await list_slugs(ada)
    check_problem(await ada.http.get(f"/api/v1{PAGE}"), 404, "problem_not_found")
    check(await iris.http.post(f"{HERE}/release"), 204)
    assert (await list_slugs(nobody))[SLUG] is False


@EACH_DATABASE
async def test_only_a_new_problem_can_be_in_beta(iris: Person, ada: Person, application: FastAPI) -> None:
    await run_task(iris, "publish")
    other = f"{AUTHORING}/shift"
    check_problem(await iris.http.post(f"{other}/release"), 409, "conflict")
    check(await iris.http.post(f"{other}/beta"), 204)
    check_problem(await iris.http.post(f"{other}/beta"), 409, "conflict")
    assert check(await iris.http.get(other), 200)["beta"]
    check(await iris.http.post(f"{other}/release"), 204)
    answer = await ada.http.post("/api/v1/problems/shift/submissions", json={"source": "x = 1", "mode": "submit"})
    await ada.http.get(f"/api/v1/submissions/{check(answer, 202)['id']}/events")
    refused = await iris.http.post(f"{other}/beta")
    assert "Only a new problem" in check_problem(refused, 409, "conflict")["detail"]
    assert not check(await iris.http.get(other), 200)["beta"]
    log = await application.state.services.audit.list_since(None)
    assert [one.action for one in log if one.target == "shift"].count("problem_beta_begun") == 1


async def test_a_beta_and_a_course_exclude_each_other(iris: Person) -> None:
    course = await make_course(iris)
    await make_beta(iris)
    refused = await iris.http.put(f"{API}/{course}/katas/{SLUG}")
    assert "in beta" in check_problem(refused, 409, "conflict")["detail"]
    katas = [{"problem": SLUG, "points": 10}]
    refused = await iris.http.post(f"{API}/{course}/assignments", json=make_assignment(katas=katas))
    check_problem(refused, 404, "problem_not_found")
    check(await iris.http.post(f"{HERE}/release"), 204)
    check(await iris.http.put(f"{API}/{course}/katas/{SLUG}"), 204)
    check_problem(await iris.http.post(f"{HERE}/beta"), 409, "conflict")


async def test_betas_are_begun_and_ended_on_the_page(iris: Person, ada: Person) -> None:
    await run_task(iris, "publish")
    assert "Show it to volunteers only" in await iris.read("/authoring/shift/versions")
    await iris.send("/authoring/shift/change", change="beta")
    assert "Release it to everybody" in await iris.read("/authoring/shift/versions")
    assert '<strong class="badge">beta</strong>' in await iris.read("/authoring")
    assert "shift" not in await list_slugs(ada)
    await iris.send("/authoring/shift/change", change="release")
    assert "shift" in await list_slugs(ada)


async def test_a_draft_in_beta_is_deleted(iris: Person) -> None:
    check(await iris.http.post(f"{AUTHORING}/shift/beta"), 204)
    check(await iris.http.delete(f"{AUTHORING}/shift"), 204)


async def test_volunteering_is_exported_and_goes_with_the_account(ada: Person) -> None:
    await volunteer(ada)
    assert len((await ada.http.get("/account/export")).json()["beta_testers"]) == 1
    assert (await ada.send("/account/delete", password=PASSWORD)).status_code == 303


def test_operators_begin_and_end_betas(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"DATA": settings.data, "PROBLEMS": settings.problems}.items():
        monkeypatch.setenv(f"JAXDOJO_{name}", str(value))
    run = make_command(monkeypatch, capsys)
    assert run("problem", "new", "halve")[0] == 0
    assert run("problem", "beta", "halve")[:2] == (
        0,
        "halve is in beta: only volunteers see what is published of it.\n",
    )
    assert run("problem", "beta", "halve")[0] == 2
    assert run("problem", "release", "halve")[:2] == (0, "halve is released: everybody sees it.\n")
    assert run("problem", "release", "halve")[0] == 2
    assert run("problem", "beta", "nothing")[0] == 2


def test_operators_are_told_what_is_in_beta(
    settings: Settings, press: StandInPress, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"DATA": settings.data, "PROBLEMS": settings.problems}.items():
        monkeypatch.setenv(f"JAXDOJO_{name}", str(value))
    monkeypatch.setattr("app.work.installation.make_grader", lambda *_args, **_options: StandInGrader())
    run = make_command(monkeypatch, capsys)
    for words in (("new", "halve"), ("beta", "halve"), ("publish", "halve")):
        assert run("problem", *words)[0] == 0
    assert len(press.seen) == 1
    out = run("problem", "list")[1]
    assert "In beta, and so listed for volunteers only: halve" in out
    assert "Nothing is published" not in out
