"""Large classes: students are found by name, grades by assignment; new addresses are invited by e-mail."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from app.db.models import WaitingMail
from app.domains.courses.repository import people
from tests.integration.app.conftest import EACH_DATABASE, Person, make_instructor
from tests.integration.app.test_courses import API, check, join, make_assignment, make_course, make_learner, upload

# The fixtures of a site that sends mails to an inbox
from tests.integration.app.test_mails import inbox, settings  # noqa: F401

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from tests.integration.app.test_mails import Moody

HOUR = timedelta(hours=1)
CLASS = (
    "email,name,number,section\nanna@example.org,Änne Größe,1815,A\n"
    "ben@example.org,Ben 100%,1816,B\ncleo@example.org,Cleo,2000,A\n"
)


async def find(person: Person, path: str, **asked: str) -> list[str]:
    found = check(await person.http.get(path, params=asked))
    return [one["name"] or one["account"] for one in found["students"]]


@EACH_DATABASE
async def test_students_are_found_by_name_number_and_address(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        path = f"{API}/{course}/students"
        await join(iris, ada, course)
        check(await upload(iris, course, CLASS))
        for search, names in {
            "": ["ada", "Ben 100%", "Cleo", "Änne Größe"],
            "181": ["Ben 100%", "Änne Größe"],
            "BEN@EX": ["Ben 100%"],
            "0%": ["Ben 100%"],
            "Größe": ["Änne Größe"],
            "änne": ["Änne Größe"],
            "NE GRÖ": ["Änne Größe"],
            " cle ": ["Cleo"],
            "AD": ["ada"],
            "_": [],
        }.items():
            assert sorted(await find(iris, path, search=search)) == sorted(names), search
        assert await find(iris, path, search="181", label="A") == ["Änne Größe"]
        page = await iris.read(f"/courses/{course}/students?search=cle&label=A")
        assert 'value="cle"' in page
        assert "Cleo" in page
        assert "Ben 100%" not in page
        assert "Nobody matches the filter" in await iris.read(f"/courses/{course}/students?search=zzz")


async def test_the_gradebook_shows_whom_and_what_one_asks_for(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        course = await make_course(iris)
        path, page = f"{API}/{course}", f"/courses/{course}/grades"
        await join(iris, ada, course)
        await join(iris, bob, course)
        made = [
            check(await iris.http.post(f"{path}/assignments", json=make_assignment(name=name)), 201)["id"]
            for name in ("One", "Two")
        ]
        await ada.solve()
        book = check(await iris.http.get(f"{path}/grades"))
        assert [one["name"] for one in book["assignments"]] == ["One", "Two"]
        assert [row["full"] for row in book["rows"]] == [20, 20]
        book = check(await iris.http.get(f"{path}/grades", params={"search": "AD", "assignment": made[1]}))
        assert [(row["account"], row["full"], row["points"]) for row in book["rows"]] == [("ada", 10, 10)]
        assert ([one["assignment_name"] for one in book["columns"]], book["total"]) == (["Two"], 1)
        assert len(book["assignments"]) == 2, "one can choose another"
        check(await iris.http.get(f"{path}/grades?assignment=made-up"), 404)
        html = await iris.read(f"{page}?search=bo&assignment={made[0]}")
        assert f'<option value="{made[0]}" selected>One</option>' in html
        assert "bob" in html
        assert ">ada<" not in html
        assert "Nobody matches the filter" in await iris.read(f"{page}?search=zzz")


@EACH_DATABASE
async def test_new_addresses_get_an_invitation_by_mail(
    application: FastAPI,
    inbox: Moody,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.domains.mails.service.SPACING", HOUR)
    services = application.state.services
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris, name="Programmieren für alle")
        page = f"/courses/{course}"
        assert 'name="mail" value="true" checked' in await iris.read(f"{page}/students")
        # A file with a mistake sends nothing, and neither does one that doesn't ask for mails.
        table = {"table": ("a.csv", (CLASS + "nowhere,X,,\n").encode())}
        asked, accept = {"mail": "true"}, {"accept": "text/html"}
        assert (await iris.http.post(f"{page}/roster", files=table, data=asked, headers=accept)).status_code == 422
        check(await upload(iris, course, "email\nquiet@example.org\n"))
        assert (await services.mailer.measure_backlog())[0] == 0
        answer = await iris.http.put(
            f"{API}/{course}/roster?mail=true", content=CLASS.encode(), headers={"content-type": "text/csv"}
        )
        assert check(answer)["added"] == 3
        rows = await services.database.read(
            lambda session: [one.next_at for one in session.scalars(select(WaitingMail).order_by(WaitingMail.id))]
        )
        assert [later - before for before, later in pairwise(rows)] == [HOUR] * 2
        await services.mailer.send_due()
        [mail] = inbox.mails
        assert (mail["to"], mail["subject"]) == ("anna@example.org", "JAX Dojo: an invitation to a course")
        text = mail.get_content()
        assert "iris invites you to attend Programmieren für alle, Autumn." in text
        assert "http://127.0.0.1:8000/courses" in text.splitlines()
        # Whoever is on the roster already gets no second one.
        await iris.send(f"{page}/students", email="ben@example.org", name="Benjamin", mail="true")
        await iris.send(f"{page}/students", email="dan@example.org", mail="true")
        await services.mailer.send_due()
        assert [one["to"] for one in inbox.mails] == ["anna@example.org"]
        assert (await services.mailer.measure_backlog())[0] == 3, "dan's comes after ben's and cleo's"


async def test_an_address_that_gets_no_mails_is_refused(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        for address in ("nowhere", "ä@example.org", "a b@example.org", "a@example.org\r\nBcc: b"):
            answer = check(await iris.http.post(f"{API}/{course}/students", json={"email": address}), 422)
            assert answer["errors"][0]["field"].endswith("email"), address
        assert check(await iris.http.get(f"{API}/{course}/students"))["total"] == 0


async def test_programs_answer_invitations(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        courses = [await make_course(iris, name=name) for name in ("One", "Two")]
        for course in courses:
            check(await iris.http.post(f"{API}/{course}/students", json={"account": "ada"}))
        assert [one["name"] for one in check(await ada.http.get(f"{API}/invitations"))["invitations"]] == ["One", "Two"]
        assert check(await iris.http.get(f"{API}/invitations"))["invitations"] == []
        check(await ada.http.put(f"{API}/{courses[0]}/place", json={"accepted": True}), 204)
        check(await ada.http.put(f"{API}/{courses[1]}/place", json={"accepted": False}), 204)
        assert check(await ada.http.put(f"{API}/{courses[1]}/place", json={"accepted": True}), 404)
        assert [one["id"] for one in check(await ada.http.get(API))["courses"]] == [courses[0]]
        assert check(await ada.http.get(f"{API}/invitations"))["invitations"] == []
        check(await ada.http.delete(f"{API}/{courses[0]}/place"), 204)
        assert check(await ada.http.delete(f"{API}/{courses[0]}/place"), 404)["code"] == "course_not_found"
        assert check(await iris.http.delete(f"{API}/{courses[0]}/place"), 404), "she teaches it"
        removed = check(await iris.http.get(f"{API}/{courses[0]}/students?removed=true"))["students"]
        assert [one["account"] for one in removed] == ["ada"]


async def test_the_order_of_labels_is_no_change(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases sort them in an order of their own."""
    list_labels_of = people.list_labels_of

    def sort(*given: Any) -> dict[int, list[str]]:  # noqa: ANN401 - as given
        return {one: sorted(names, key=str.lower) for one, names in list_labels_of(*given).items()}

    monkeypatch.setattr(people, "list_labels_of", sort)
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        table = "email,labels\neve@example.org,b;C\n"
        for added in (1, 0):
            assert check(await upload(iris, course, table)) == {"added": added, "changed": 0, "restored": 0}
        assert check(await upload(iris, course, table.replace("b", "B"))) == {"added": 0, "changed": 1, "restored": 0}
