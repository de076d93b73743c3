"""Questions about a kata: who sees them, spoilers, reports and what moderators do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.domains.questions import service
from app.domains.questions.service import A_DAY, LONGEST
from tests.integration.app.conftest import EACH_DATABASE, Person, make_person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

pytestmark = EACH_DATABASE
QUESTIONS = "/problems/double/questions"


@pytest.fixture
async def bob(application: FastAPI) -> AsyncIterator[Person]:
    person = make_person(application)
    async with person.http:
        await person.sign_up("bob")
        yield person


def find_ids(page: str) -> list[str]:
    return re.findall(r'id="question-(\d+)"', page)


async def test_they_open_to_who_solved_the_kata_or_gave_up(ada: Person, bob: Person, nobody: Person) -> None:
    assert (await nobody.http.get(QUESTIONS)).headers["location"].startswith("/signin")
    assert "Questions open once" in await ada.read(QUESTIONS, 403)
    assert (await ada.send(QUESTIONS, body="May I?")).status_code == 403
    await ada.solve()
    asked = await ada.send(QUESTIONS, body="Why <b>twice</b>?\r\nReally.", spoiler="true")
    assert asked.status_code == 303
    await bob.send("/problems/double/solution")
    page = await bob.read(QUESTIONS)
    assert "Why &lt;b&gt;twice&lt;/b&gt;?\nReally." in page
    assert "<summary>Spoiler</summary>" in page
    [question] = find_ids(page)
    assert (await bob.send(f"/questions/{question}/answers", body="Because.")).status_code == 303
    answer = find_ids(await ada.read(QUESTIONS))[1]
    await ada.send(f"/questions/{answer}/answers", body="To an answer.")
    assert len(find_ids(await ada.read(QUESTIONS))) == 3
    assert (await bob.send(f"/questions/{question}/delete")).status_code == 404
    await ada.send(f"/questions/{question}/delete")
    assert find_ids(await bob.read(QUESTIONS)) == []
    assert (await bob.send(f"/questions/{answer}/report")).status_code == 404


async def test_what_is_reported_is_hidden_by_instructors(ada: Person, bob: Person, iris: Person) -> None:
    await ada.solve()
    await bob.solve()
    await ada.send(QUESTIONS, body="Buy my course!")
    [question] = find_ids(await bob.read(QUESTIONS))
    for _ in range(2):
        await bob.send(f"/questions/{question}/report")
    assert "You reported this." in await bob.read(QUESTIONS)
    assert "1 report" not in await bob.read(QUESTIONS)
    assert "1 report<" in await iris.read(QUESTIONS)
    assert (await bob.send(f"/questions/{question}/moderate", hidden="true")).status_code == 403
    await iris.send(f"/questions/{question}/moderate", hidden="true")
    assert find_ids(await bob.read(QUESTIONS)) == []
    assert "hidden by an instructor" in await ada.read(QUESTIONS)
    assert (await bob.send(f"/questions/{question}/answers", body="Yes")).status_code == 404
    await iris.send(f"/questions/{question}/moderate", hidden="false")
    assert find_ids(await bob.read(QUESTIONS)) == [question]
    assert "1 report<" not in await iris.read(QUESTIONS)


async def test_a_stale_form_reaches_no_later_post(ada: Person, bob: Person) -> None:
    """The number of a deleted post isn't given to another one."""
    await ada.solve()
    await bob.solve()
    await ada.send(QUESTIONS, body="The first")
    [first] = find_ids(await bob.read(QUESTIONS))
    await ada.send(f"/questions/{first}/delete")
    await ada.send(QUESTIONS, body="The second")
    assert (await bob.send(f"/questions/{first}/answers", body="About the first")).status_code == 404
    assert "About the first" not in await ada.read(QUESTIONS)


async def test_every_question_is_on_a_page(ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SHOWN", 2)
    await ada.solve()
    await bob.solve()
    for number in range(5):
        await ada.send(QUESTIONS, body=f"The {number}.")
    pages = [await bob.read(f"{QUESTIONS}?page={page}") for page in (1, 2, 3, 900)]
    assert [re.findall(r"The \d\.", page) for page in pages] == [
        ["The 4.", "The 3."],
        ["The 2.", "The 1."],
        *[["The 0."]] * 2,
    ]
    assert "Page 2 of 3" in pages[1]
    assert re.findall(r'aria-label="(Question \d)"', pages[1]) == ["Question 3", "Question 2"]
    [oldest] = find_ids(pages[2])
    answered = await bob.send(f"/questions/{oldest}/answers", body="Thus.")
    assert answered.headers["location"] == f"{QUESTIONS}?post={oldest}#question-{oldest}"
    _oldest, answer = find_ids(await ada.read(f"{QUESTIONS}?post={oldest}"))
    assert find_ids(await bob.read(f"{QUESTIONS}?post={answer}")) == [oldest, answer]
    assert "The 4." in await bob.read(f"{QUESTIONS}?post=4711"), "one that is deleted by now"


async def test_texts_have_limits(ada: Person) -> None:
    await ada.solve()
    for body in ("", "  \r\n ", "x" * (LONGEST + 1), "a\0b"):
        assert (await ada.send(QUESTIONS, body=body)).status_code == 422, body[:9]
    for number in range(A_DAY):
        assert (await ada.send(QUESTIONS, body=f"Question {number}")).status_code == 303
    assert (await ada.send(QUESTIONS, body="One more")).status_code == 409
    assert (await ada.send("/questions/2147483648/report")).status_code == 422
