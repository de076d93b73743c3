"""Drafts, hints, giving up, the list of attempts, and the pages that show them."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import TYPE_CHECKING, Any

from app.domains.drafts import repository
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_person, publish

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

JSON = dict[str, Any]
DRAFT = "/api/v1/problems/double/draft"
HTML = {"accept": "text/html"}


async def save(person: Person, source: str, version: int) -> JSON:
    answer = await person.http.put(DRAFT, json={"source": source, "version": version})
    assert answer.status_code == 200, answer.text
    body: JSON = answer.json()
    return body


@EACH_DATABASE
async def test_a_draft_comes_back(ada: Person) -> None:
    assert (await ada.http.get(DRAFT)).json() is None
    assert await save(ada, "one", 0) == {"saved": True, "version": 1, "other": None}
    assert await save(ada, "two", 1) == {"saved": True, "version": 2, "other": None}
    stored = (await ada.http.get(DRAFT)).json()
    assert (stored["source"], stored["version"]) == ("two", 2)
    assert "two" in (await ada.http.get("/problems/double", headers=HTML)).text


@EACH_DATABASE
async def test_a_draft_from_elsewhere_is_never_written_over_unseen(ada: Person) -> None:
    await save(ada, "here", 0)
    await save(ada, "here, longer", 1)
    refused = await save(ada, "there", 1)
    assert refused["saved"] is False
    assert (refused["other"]["source"], refused["version"]) == ("here, longer", 2)
    assert (await ada.http.get(DRAFT)).json()["source"] == "here, longer"
    assert (await save(ada, "there", 2))["saved"]
    assert (await save(ada, "there", 1))["saved"], "the same text is no conflict"


@EACH_DATABASE
async def test_of_two_saves_at_once_the_later_one_is_refused(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    await save(ada, "here", 0)
    store = repository.store_draft

    def store_slowly(*given: Any) -> int:  # noqa: ANN401 - as `store_draft` gets them
        time.sleep(0.5)
        return store(*given)

    monkeypatch.setattr(repository, "store_draft", store_slowly)
    answers = await asyncio.gather(save(ada, "one", 1), save(ada, "two", 1))
    assert sorted(answer["saved"] for answer in answers) == [False, True]


async def test_drafts_are_their_owners(ada: Person, nobody: Person, application: FastAPI) -> None:
    await save(ada, "secret", 0)
    assert (await nobody.http.get(DRAFT)).status_code == 401
    assert (await nobody.http.put(DRAFT, json={"source": "", "version": 0})).status_code == 401
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        assert (await eve.http.get(DRAFT)).json() is None
        assert "secret" not in (await eve.http.get("/problems/double", headers=HTML)).text


async def test_drafts_that_cannot_be_stored(ada: Person) -> None:
    for source in ("a\0b", "#" * 200_001):
        assert (await ada.http.put(DRAFT, json={"source": source, "version": 0})).status_code == 422
    answer = await ada.http.put("/api/v1/problems/nothing/draft", json={"source": "", "version": 0})
    assert answer.status_code == 404


@EACH_DATABASE
async def test_hints_open_one_after_the_other(ada: Person, nobody: Person, application: FastAPI) -> None:
    await publish(application.state.services, hints=["First.", "Second."])
    path = "/api/v1/problems/double/hints"
    assert (await nobody.http.post(f"{path}/1")).status_code == 401
    for wrong in (0, 2, 3):
        assert (await ada.http.post(f"{path}/{wrong}")).status_code == 422
    assert (await ada.http.post(f"{path}/1")).json()["hints"] == ["First."]
    assert (await ada.http.post(f"{path}/1")).json()["hints"] == ["First."]
    page = await ada.http.post("/problems/double/hints", data={"number": "2"}, headers=HTML)
    assert (page.status_code, page.headers["location"]) == (303, "/problems/double#hints")
    seen = (await ada.http.get("/api/v1/problems/double")).json()
    assert (seen["hints"], seen["gave_up"]) == (["First.", "Second."], False)
    assert (await nobody.http.get("/api/v1/problems/double")).json()["hints"] is None


async def test_giving_up_shows_the_solution_and_still_lets_one_solve(ada: Person) -> None:
    before = (await ada.http.get("/problems/double", headers=HTML)).text
    assert "return x + x" not in before
    page = await ada.http.post("/problems/double/solution", headers=HTML)
    assert (page.status_code, page.headers["location"]) == (303, "/problems/double#solution")
    seen = (await ada.http.get("/api/v1/problems/double")).json()
    assert (seen["solved"], seen["gave_up"]) == (False, True)
    assert "return x + x" in seen["solution"]
    assert seen["notes"] == []
    made = await ada.submit()
    await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    assert (await ada.http.get("/api/v1/problems/double")).json()["solved"] is True


async def test_notes_explain_the_lines_of_a_solution_that_is_open(
    ada: Person, nobody: Person, application: FastAPI
) -> None:
    german = {"name": "Verdopple", "statement": "Verdopple `x`.", "notes": ["Eine *Addition* genügt."]}
    notes = [{"line": 2, "text": "One *addition* is enough."}]
    await publish(application.state.services, notes=notes, translations={"de": german})
    for person in (ada, nobody):
        closed = (await person.http.get("/api/v1/problems/double")).json()
        assert (closed["notes"], closed["translations"]["de"]["notes"]) == (None, None)
        assert "addition" not in await person.read("/problems/double")
    await ada.send("/problems/double/solution")
    seen = (await ada.http.get("/api/v1/problems/double")).json()
    assert seen["notes"] == notes
    page = " ".join((await ada.read("/problems/double")).split())
    assert "Line 2</span> <code>return x + x</code></dt>" in page
    assert "One <em>addition</em> is enough." in page
    answer = await ada.http.get("/problems/double", headers=HTML | {"Accept-Language": "de"})
    assert '<dd lang="de"><p>Eine <em>Addition</em> genügt.' in answer.text


async def test_the_newest_verdict_is_there_after_a_reload(ada: Person, nobody: Person, grader: StandInGrader) -> None:
    assert "Not run yet" in await ada.read("/problems/double")
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED, Verdict.WRONG_ANSWER]
    await ada.solve(mode="run")
    page = await ada.read("/problems/double")
    assert "Wrong answer</h2>" in page
    assert "Not run yet" not in page
    await ada.solve()
    page = await ada.read("/problems/double")
    assert "Accepted</h2>" in page
    assert "What you learnt:" in page
    assert "Your last" not in page, "a submission isn't compared with a run"
    await ada.solve()
    page = await ada.read("/problems/double")
    assert "Your last submission: Accepted," in page
    assert "What you learnt:" not in page
    assert "Not run yet" in await nobody.read("/problems/double")


async def test_the_page_knows_what_is_being_graded(ada: Person, grader: StandInGrader) -> None:
    grader.gate.clear()
    made = await ada.submit("x = 1")
    await save(ada, "x = 2", 0)
    page = await ada.read("/problems/double")
    assert f'"pending": {{"id": "{made["id"]}", "source": "x = 1"}}' in page
    grader.gate.set()


@EACH_DATABASE
async def test_the_list_tells_how_far_one_has_come(ada: Person, nobody: Person, application: FastAPI) -> None:
    await publish(application.state.services, "triple", name="Triple it")
    await publish(application.state.services, "halve", name="Halve it")
    await save(ada, "x", 0)
    made = (await ada.http.post("/api/v1/problems/triple/submissions", json={"source": "x", "mode": "submit"})).json()
    await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    listed = (await ada.http.get("/api/v1/problems")).json()["problems"]
    states = {problem["slug"]: problem["state"] for problem in listed}
    assert states == {"double": "started", "triple": "solved", "halve": "new"}
    assert listed[0]["teaches"] == ["doubling"]
    assert {problem["state"] for problem in (await nobody.http.get("/api/v1/problems")).json()["problems"]} == {None}
    page = (await ada.http.get("/?state=solved", headers=HTML)).text
    results = page[page.index('id="results"') :]
    assert "Triple it" in results
    assert "Halve it" not in results
    assert "Continue where you left off" in page


@EACH_DATABASE
async def test_a_kata_lists_those_of_its_track_and_marks_the_solved_ones(
    ada: Person, nobody: Person, application: FastAPI
) -> None:
    assert 'id="siblings"' not in await ada.read("/problems/double"), "it is alone in its track"
    await publish(application.state.services, "triple", name="Triple it", track_position=2)
    await publish(application.state.services, "halve", name="Halve it", track="Elsewhere")
    await ada.solve()
    assert read_track(await ada.read("/problems/triple")) == [("double", "✓", ""), ("triple", "2", "page")]
    assert read_track(await ada.read("/problems/double")) == [("double", "✓", "page"), ("triple", "2", "")]
    assert read_track(await nobody.read("/problems/triple")) == [("double", "1", ""), ("triple", "2", "page")]
    assert '<a href="/?track=Basics" lang="en">Basics</a> · 2 of 2' in await nobody.read("/problems/triple")


def read_track(page: str) -> list[tuple[str, str, str]]:
    """Return the entries of the track's list on a kata's page: address, mark, and whether it is the present one."""
    listed = re.search(r'<ol id="siblings">(.*?)</ol>', page, re.DOTALL)
    assert listed
    entry = r'aria-hidden="true">(.)</span> <a href="/problems/(\w+)" lang="en"(?: aria-current="(\w+)")?>'
    return [(slug, mark, current) for mark, slug, current in re.findall(entry, listed[1])]


async def test_attempts_are_listed_and_compared(ada: Person, grader: StandInGrader) -> None:
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    for source in ("first", "second"):
        made = await ada.submit(source)
        await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    attempts = (await ada.http.get("/api/v1/problems/double/submissions")).json()["attempts"]
    assert [one["verdict"] for one in attempts] == ["accepted", "wrong_answer"]
    page = (await ada.http.get(f"/submissions/{attempts[0]['id']}", headers=HTML)).text
    assert "Your last submission: Wrong answer, 0 of 2 cases; now 2 of 2 cases." in page
    assert "Last time" not in (await ada.http.get(f"/submissions/{attempts[1]['id']}", headers=HTML)).text
    restored = (await ada.http.get(f"/problems/double?restore={attempts[1]['id']}", headers=HTML)).text
    assert "first</textarea>" in restored


async def test_the_verdict_streams_as_pieces_of_the_page(ada: Person, nobody: Person, application: FastAPI) -> None:
    made = await ada.submit()
    path = f"/submissions/{made['id']}/live"
    text = (await ada.http.get(path)).text
    pieces = [
        (kind.removeprefix("event: "), json.loads(data.removeprefix("data: ")))
        for kind, data in (block.splitlines()[:2] for block in text.split("\n\n") if block.startswith("event"))
    ]
    assert [kind for kind, _ in pieces] == ["queued", "started", "case", "case", "verdict"]
    assert all(piece["tone"] and "verdict-headline" in piece["head"] for _, piece in pieces)
    assert "1 of 2 cases done" in pieces[2][1]["head"]
    assert set(pieces[3][1]) == {"tone", "head", "picture"}
    assert (pieces[-1][1]["verdict"], pieces[-1][1]["tone"]) == ("accepted", "good")
    assert (await nobody.http.get(path)).status_code == 401
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        assert (await eve.http.get(path)).status_code == 404
        assert (await eve.http.get(f"/problems/double?restore={made['id']}")).status_code == 404


async def test_a_plain_form_submits_and_keeps_the_draft(ada: Person) -> None:
    form = {"source": "x = 1\r\n", "mode": "run"}
    answer = await ada.http.post("/problems/double/submissions", data=form, headers=HTML)
    assert answer.status_code == 303
    assert (await ada.http.get(DRAFT)).json()["source"] == "x = 1\n"
    assert "x" in (await ada.http.get(answer.headers["location"], headers=HTML)).text


async def test_pages_are_compressed_and_streams_are_not(ada: Person) -> None:
    page = await ada.http.get("/problems/double", headers=HTML | {"accept-encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    assert "Double it" in page.text
    made = await ada.submit()
    stream = await ada.http.get(f"/submissions/{made['id']}/live", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in stream.headers


async def test_the_language_is_chosen_and_kept(ada: Person) -> None:
    german = HTML | {"accept-language": "de"}
    page = await ada.http.get("/problems/double", headers=german)
    assert (page.headers["content-language"], "Noch nicht ausgeführt" in page.text) == ("de", True)
    assert "Diese Aufgabe gibt es nicht" in (await ada.http.get("/problems/nothing", headers=german)).text
    shown = await ada.read("/?q=double")
    assert '<input type="hidden" name="next" value="/?q=double">' in shown
    chosen = await ada.http.post("/language", data={"language": "en", "next": "//evil.test"}, headers=german)
    assert chosen.headers["location"] == "/"
    assert "Not run yet" in (await ada.http.get("/problems/double", headers=german)).text


async def test_what_is_drawn_once_is_drawn_once_for_each_language(ada: Person) -> None:
    """The statement, the file's bar and the list of shortcuts, whoever comes first."""
    for _ in range(2):
        for language, words in (
            ("en", ("Leave the editor", "Wrap long lines", "Samples", "Your own calls")),
            ("de", ("Den Editor verlassen", "Lange Zeilen umbrechen", "Beispiele", "Eigene Aufrufe")),
        ):
            page = (await ada.http.get("/problems/double", headers=HTML | {"accept-language": language})).text
            assert [word for word in words if word not in page] == [], language


async def test_who_is_signed_in_stays_so_on_the_page_of_an_error(ada: Person, nobody: Person) -> None:
    for person, known in ((ada, True), (nobody, False)):
        page = await person.http.get("/problems/nothing", headers=HTML)
        assert (page.status_code, "Sign out" in page.text) == (404, known)


@EACH_DATABASE
async def test_a_retired_problem_says_so_and_takes_nothing(ada: Person, application: FastAPI) -> None:
    made = await ada.submit()
    await application.state.services.lifecycle.retire("double", retired=True)
    application.state.services.catalogue.forget()
    page = (await ada.http.get("/problems/double", headers=HTML)).text
    assert 'id="retired"' in page
    assert 'value="submit"' not in page
    answer = await ada.http.post("/api/v1/problems/double/submissions", json={"source": "x = 1", "mode": "run"})
    assert (answer.status_code, answer.json()["code"]) == (410, "problem_retired")
    assert (await ada.http.get(f"/submissions/{made['id']}", headers=HTML)).status_code == 200


async def test_a_submission_says_when_its_problem_has_changed(ada: Person, application: FastAPI) -> None:
    made = await ada.submit()
    path = f"/submissions/{made['id']}"
    assert 'id="newer"' not in (await ada.http.get(path, headers=HTML)).text
    assert await publish(application.state.services, name="Twice") == 2
    assert "judged with version 1, and the newest is version 2" in (await ada.http.get(path, headers=HTML)).text
