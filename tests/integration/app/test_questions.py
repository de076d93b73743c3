"""Questions about a kata: who sees them, spoilers, reports and what moderators do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

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


async def test_texts_have_limits(ada: Person) -> None:
    await ada.solve()
    for body in ("", "  \r\n ", "x" * (LONGEST + 1), "a\0b"):
        assert (await ada.send(QUESTIONS, body=body)).status_code == 422, body[:9]
    for number in range(A_DAY):
        assert (await ada.send(QUESTIONS, body=f"Question {number}")).status_code == 303
    assert (await ada.send(QUESTIONS, body="One more")).status_code == 409
    assert (await ada.send("/questions/2147483648/report")).status_code == 422
