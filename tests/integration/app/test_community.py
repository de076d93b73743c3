"""Links to submissions, shared solutions, votes and leaderboards: who sees what, and when they no longer do."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import time
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest

from app.db.statuses import Role
from app.domains.community import service
from grader.package.specs import Checks
from grader.report import Verdict
from tests.integration.app.conftest import (
    EACH_DATABASE,
    Person,
    StandInGrader,
    make_instructor,
    make_person,
    names_ada,
    publish,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from app.domains.community.schemas import KataAttempt

pytestmark = EACH_DATABASE

SOLUTIONS = "/problems/double/solutions"
BOARD = "/problems/double/leaderboard"


@pytest.fixture
async def bob(application: FastAPI) -> AsyncIterator[Person]:
    person = make_person(application)
    async with person.http:
        await person.sign_up("bob")
        yield person


def find_link(page: str) -> str:
    found = re.search(r"http://dojo\.test(/shared/[\w-]+)", page)
    assert found
    return found[1]


def find_votes(page: str) -> list[str]:
    return re.findall(r'class="votes">([^<]+)<', page)


async def test_a_link_shows_a_submission_without_its_author_until_it_is_taken_back(
    ada: Person, bob: Person, nobody: Person
) -> None:
    made = await ada.solve("# my very own source\n")
    page = f"/submissions/{made}"
    assert "/shared/" not in await ada.read(page)
    await bob.read(page, 404)
    assert (await bob.send(f"{page}/link")).status_code == 404
    assert (await nobody.send(f"{page}/link")).status_code == 401
    assert (await ada.send(f"{page}/link")).status_code == 303
    link = find_link(await ada.read(page))
    await ada.send(f"{page}/link")
    assert find_link(await ada.read(page)) == link
    shown = await nobody.read(link)
    assert "my very own source" in shown
    assert "Accepted" in shown
    assert not names_ada(shown)
    assert 'content="noindex"' in shown
    assert (await bob.send(f"{page}/unlink")).status_code == 404
    await ada.send(f"{page}/unlink")
    assert "lead to a submission" in await nobody.read(link, 404)
    await ada.send(f"{page}/link")
    assert find_link(await ada.read(page)) != link


async def test_solutions_are_for_solvers_and_shared_by_choice(ada: Person, bob: Person, nobody: Person) -> None:
    made = await ada.solve("# by ada\n")
    assert (await nobody.http.get(SOLUTIONS)).headers["location"] == "/signin?next=/problems/double/solutions"
    assert "Solve it first" in await bob.read(SOLUTIONS, 403)
    await bob.solve("# by bob\n")
    assert "No shared solutions yet" in await bob.read(SOLUTIONS)
    assert "Nobody has shared a solution yet" in await bob.read("/problems/double")
    assert (await bob.send(f"/submissions/{made}/share")).status_code == 404
    await ada.send(f"/submissions/{made}/share")
    page = await bob.read("/problems/double")
    assert "1 shared solution<" in page
    assert "How others did it: 1 solution<" in page
    shown = await bob.read(SOLUTIONS)
    assert "by ada" in shown
    assert "by bob" not in shown
    again = await ada.solve("# a better one\n")
    await ada.send(f"/submissions/{again}/share")
    shown = await bob.read(SOLUTIONS)
    assert "a better one" in shown
    assert "by ada" not in shown
    await ada.send(f"/submissions/{again}/unshare")
    assert "a better one" not in await bob.read(SOLUTIONS)


async def test_only_what_was_accepted_can_be_shared(ada: Person, grader: StandInGrader) -> None:
    run = await ada.solve(mode="run")
    grader.verdicts = [Verdict.WRONG_ANSWER]
    wrong = await ada.solve()
    for made in (run, wrong):
        assert "Share it with solvers" not in await ada.read(f"/submissions/{made}")
        assert (await ada.send(f"/submissions/{made}/share")).status_code == 422


async def test_votes_are_one_each_and_never_for_oneself(ada: Person, bob: Person, application: FastAPI) -> None:
    first, second = await ada.solve("# first\n"), await bob.solve("# second\n")
    await ada.send(f"/submissions/{first}/share")
    await bob.send(f"/submissions/{second}/share")
    assert (await ada.read(SOLUTIONS)).index("# second") < (await ada.read(SOLUTIONS)).index("# first")
    (path,) = re.findall(r'action="(/solutions/\d+/vote)"', (await bob.read(SOLUTIONS)).split("Yours")[1])[-1:]
    for _ in range(2):
        assert (await bob.send(path, given="true")).status_code == 303
    page = await bob.read(SOLUTIONS)
    assert find_votes(page) == ["1 vote", "0 votes"]
    assert page.index("# first") < page.index("# second")
    newest = await bob.read(f"{SOLUTIONS}?order=newest")
    assert newest.index("# second") < newest.index("# first")
    assert "You can vote only for other people" in (await ada.send(path, given="true")).text
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        assert (await eve.send(path, given="true")).status_code == 403
    await bob.send(path, given="false")
    assert find_votes(await bob.read(SOLUTIONS)) == ["0 votes", "0 votes"]
    assert (await bob.send("/solutions/4711/vote", given="true")).status_code == 404


async def test_every_shared_solution_is_on_a_page(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SOLUTIONS_A_PAGE", 1)
    monkeypatch.setattr("app.web.pages.community.SOLUTIONS_A_PAGE", 1)
    for person, source in ((ada, "# by ada\n"), (bob, "# by bob\n")):
        await person.send(f"/submissions/{await person.solve(source)}/share")
    pages = [await bob.read(f"{SOLUTIONS}?order=newest&page={page}") for page in (1, 2, 900)]
    assert [re.findall(r"# by (\w+)", page) for page in pages] == [["bob"], ["ada"], ["ada"]]
    assert "Page 2 of 2" in pages[1]
    [path] = re.findall(r'action="(/solutions/\d+/vote)"', pages[1])
    voted = await bob.send(path, given="true", order="newest", page="2")
    assert voted.headers["location"] == f"{SOLUTIONS}?order=newest&page=2#solution-{path.split('/')[2]}"


async def test_a_vote_from_a_stale_page_is_for_no_other_solution(ada: Person, bob: Person) -> None:
    await bob.solve()
    paths = []
    for source in ("# first\n", "# second\n"):
        await ada.send(f"/submissions/{await ada.solve(source)}/share")
        paths += re.findall(r'action="(/solutions/\d+/vote)"', await bob.read(SOLUTIONS))
    stale, new = paths
    assert stale != new
    assert (await bob.send(stale, given="true")).status_code == 404
    assert find_votes(await bob.read(SOLUTIONS)) == ["0 votes"]


async def test_leaderboards_rank_first_solutions_of_one_version(
    ada: Person,
    bob: Person,
    nobody: Person,
    grader: StandInGrader,
    application: FastAPI,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checks = Checks.model_validate({"cost": {"flops": 8}})
    await publish(application.state.services, checks=checks)
    assert "Nobody is ranked in this version yet" in await nobody.read(BOARD)
    made = ""
    for person, score in ((ada, 0.5), (bob, 0.75), (ada, 1.0), (ada, 0.25)):
        grader.score = score
        made = await person.solve()
    grader.verdicts, grader.score = [Verdict.WRONG_STRUCTURE], 1.0
    await ada.solve()
    page = await nobody.read(BOARD)
    assert re.findall(r"Score ([\d.]+) \(the", page) == ["0.75", "0.5"], "whoever has solved it knows the solution"
    assert "Your first accepted submission ranks" in page
    assert "Your first accepted submission is the one that ranks" in await ada.read(f"/submissions/{made}")
    assert not names_ada(page)
    mine = await ada.read(BOARD)
    assert mine.index("somebody") < mine.index("<strong>ada</strong>")
    with monkeypatch.context() as patched:
        patched.setattr(service, "MAX_PLACES", 1)
        assert (await nobody.read(BOARD)).count("Score 0.") == 1, "the first places only"
        assert (await ada.read(BOARD)).count("Score 0.") == 2, "and one's own"
    await bob.send("/progress/publicity", shows_scores="true")
    assert '<a href="/people/bob">bob</a>' in await nobody.read(BOARD)
    await publish(application.state.services, checks=checks, statement="Anew.")
    assert "Nobody is ranked in this version yet" in await nobody.read(BOARD)
    assert "bob" in await nobody.read(f"{BOARD}?version=2")
    grader.verdicts = [Verdict.ACCEPTED]
    await bob.solve()
    assert "Nobody is ranked in this version yet" in await nobody.read(BOARD)


async def test_who_saw_the_solution_is_marked_and_does_not_rank(
    ada: Person, bob: Person, nobody: Person, grader: StandInGrader, application: FastAPI
) -> None:
    await publish(application.state.services, checks=Checks.model_validate({"cost": {"flops": 8}}))
    grader.score = 0.5
    await bob.solve()
    await bob.send("/problems/double/solution")
    await ada.send("/problems/double/solution")
    grader.score = 1.0
    made = [await person.solve() for person in (ada, bob)]
    assert re.findall(r"Score ([\d.]+) \(the", await nobody.read(BOARD)) == ["0.5"], "what bob did without it"
    assert "You saw the solution first, so this isn" in await ada.read(f"/submissions/{made[0]}")
    assert "saw the solution" in await ada.read("/problems/double")
    await ada.send(f"/submissions/{made[0]}/share")
    assert "after seeing the solution" in await bob.read(SOLUTIONS)
    for person in (ada, bob):
        await person.send("/progress/publicity", shows_solved="true", shows_scores="true")
    profiles = [await nobody.read(f"/people/{name}") for name in ("ada", "bob")]
    assert [re.findall(r"Score ([\d.]+) \(the", profile) for profile in profiles] == [[], ["0.5"]]
    assert ["(saw the solution)" in profile for profile in profiles] == [True, False], "bob solved it without"
    await ada.send(f"/submissions/{made[0]}/link")
    card = re.search(r"http://dojo\.test(/cards/[\w-]+)", await ada.read(f"/submissions/{made[0]}"))
    assert card
    assert "after seeing the solution" in await nobody.read(card[1])


async def test_authors_do_not_rank_on_their_own_katas(ada: Person, bob: Person, application: FastAPI) -> None:
    await publish(application.state.services, checks=Checks.model_validate({"cost": {"flops": 8}}))
    await ada.solve()
    made = await bob.solve()
    async with make_instructor(application, "root", Role.ADMIN) as root:
        await application.state.services.accounts.change_role("bob", Role.INSTRUCTOR)
        answer = await root.http.put("/api/v1/authoring/problems/double/authors/bob")
        assert answer.status_code == 200, answer.text
        board = await root.read(BOARD)
    assert len(re.findall(r"Score ([\d.]+) \(the", board)) == 1
    assert "You saw the solution first, so this isn" in await bob.read(f"/submissions/{made}")


async def test_a_card_shows_neither_code_nor_name_and_goes_with_the_link(
    ada: Person, nobody: Person, grader: StandInGrader
) -> None:
    made = await ada.solve("# my very own source\n")
    page = f"/submissions/{made}"
    assert "/cards/" not in await ada.read(page)
    await ada.send(f"{page}/link")
    shown = await ada.read(page)
    found = re.search(r"http://dojo\.test(/cards/[\w-]+)", shown)
    assert found
    card = found[1]
    token = find_link(shown).rpartition("/")[2]
    seen = await nobody.read(card)
    for secret in ("my very own source", token):
        assert secret not in seen
    assert not names_ada(seen)
    assert "og:image" not in seen, "a preview needs the public address, and the request's host isn't to be believed"
    services = ada.application.state.services
    public = services.settings.model_copy(update={"public_url": "https://dojo.example"})
    ada.application.state.services = dataclasses.replace(services, settings=public)
    seen = await nobody.read(card)
    assert f'property="og:image" content="https://dojo.example{card}/picture.png"' in seen
    ada.application.state.services = services
    picture = await nobody.http.get(f"{card}/picture.png")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert picture.content.startswith(b"\x89PNG")
    for wrong in (f"/cards/{made}", f"/cards/{made}-{token}", f"{card}x", "/cards/-"):
        await nobody.read(wrong, 404)
        assert (await nobody.http.get(f"{wrong}/picture.png")).status_code == 404
    await ada.send(f"{page}/unlink")
    await nobody.read(card, 404)
    grader.verdicts = [Verdict.WRONG_ANSWER]
    made = await ada.solve()
    await ada.send(f"/submissions/{made}/link")
    assert "/cards/" not in await ada.read(f"/submissions/{made}"), "only what was accepted has a card"


async def test_a_problem_without_scores_has_no_leaderboard(ada: Person) -> None:
    await ada.solve()
    assert "has no score" in await ada.read(BOARD)
    assert "Leaderboard" not in await ada.read("/problems/double")


async def test_a_kata_tells_what_it_took_others(
    application: FastAPI, grader: StandInGrader, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "EFFORT_KEPT_S", 0.0)
    for number in range(6):
        assert 'id="effort"' not in await nobody.read("/problems/double"), "too few solved it"
        person = make_person(application)
        async with person.http:
            await person.sign_up(f"solver-{number}")
            grader.verdicts = [Verdict.ACCEPTED if number else Verdict.WRONG_ANSWER]
            await person.solve()
    page = await nobody.read("/problems/double")
    assert "83 % of those who tried it solved it, typically with 1 submission in 1 minute." in page
    monkeypatch.setattr(service, "EFFORT_KEPT_S", 600.0)
    assert 'id="effort"' in await nobody.read("/problems/double")
    grader.verdicts = [Verdict.WRONG_ANSWER]
    person = make_person(application)
    async with person.http:
        await person.sign_up("late")
        await person.solve()
        assert "83 % of those who tried it" in await person.read("/problems/double"), "measured every ten minutes"


async def test_what_a_kata_took_is_measured_once_for_all_who_wait(
    nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[int] = []

    def measure(_session: object, problem_id: int, _most: int) -> list[KataAttempt]:
        measured.append(problem_id)
        time.sleep(0.5)
        if len(measured) == 1:
            raise RuntimeError
        return []

    monkeypatch.setattr("app.domains.community.repository.list_outcomes", measure)
    assert (await nobody.http.get("/problems/double")).status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    await asyncio.gather(*(nobody.read("/problems/double") for _ in range(4)))
    assert len(measured) == 2, "a failure isn't kept"
    await nobody.read("/problems/double")
    assert len(measured) == 2
