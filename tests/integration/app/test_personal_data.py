"""Personal data: users can export everything that is stored about them, and none of it outlasts their account."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from app.db.models import Base, Submission, User
from app.db.statuses import Role
from app.domains.accounts import personal_data_queries
from app.domains.accounts.personal_data_queries import INTERNAL, SECRETS
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, StandInGrader, make_instructor, make_person

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy import orm

    from app.domains.accounts.schemas import Account
    from app.services import Services

SOURCE = "def double(x): return x + x  # by ada"


async def count_rows(services: Services) -> dict[str, int]:
    def count(session: Any) -> dict[str, int]:  # noqa: ANN401 - SQLAlchemy's
        return {
            table.name: session.scalar(select(func.count()).select_from(table)) for table in Base.metadata.sorted_tables
        }

    return await services.database.read(count)


async def use_all(ada: Person) -> None:
    """Store something in as many tables as a learner can."""
    await ada.http.put("/api/v1/problems/double/draft", json={"source": "x = 1  # a draft", "version": 0})
    await ada.http.post("/api/v1/problems/double/hints/1")
    submission = await ada.solve(SOURCE)
    await ada.send(f"/submissions/{submission}/link")
    await ada.send(f"/submissions/{submission}/share")
    await ada.send("/progress/publicity", shows_solved="true")
    services = ada.application.state.services
    await services.tokens.make(await services.accounts.find("ada"), "laptop")


@EACH_DATABASE
async def test_one_gets_all_and_no_secret(ada: Person, application: FastAPI) -> None:
    await use_all(ada)
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        await eve.solve("def double(x): return 2 * x  # by eve")
    answer = await ada.http.get("/account/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="jaxdojo-ada.json"'
    found = answer.json()
    assert [row["name"] for row in found["users"]] == ["ada"]
    assert [row["source"] for row in found["submissions"]] == [SOURCE]
    assert found["submissions"][0]["report"]["verdict"] == "accepted"
    assert [row["source"] for row in found["drafts"]] == ["x = 1  # a draft"]
    assert [row["label"] for row in found["api_tokens"]] == ["laptop"]
    for table in ("unlocks", "share_links", "shared_solutions", "profiles", "sessions", "submission_events"):
        assert found[table], table
    assert "by eve" not in answer.text
    assert "SECRET-CASE" not in answer.text
    assert "argon2" not in answer.text
    assert not [name for rows in found.values() for row in rows for name in row if name.endswith(SECRETS)]


@EACH_DATABASE
async def test_much_is_given_a_few_rows_at_a_time(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = (await ada.http.get("/account/export")).json()
    sources = [f"def double(x): return {number} * x" for number in range(5)]
    for source in sources:
        await ada.solve(source)
    pages: list[int] = []
    read_page = personal_data_queries.read_page

    def count(*given: Any) -> Any:  # noqa: ANN401 - of the function
        rows, last = read_page(*given)
        pages.append(len(rows))
        return rows, last

    monkeypatch.setattr(personal_data_queries, "read_page", count)
    monkeypatch.setattr(personal_data_queries, "PAGE", 2)
    found = (await ada.http.get("/account/export")).json()
    assert [row["source"] for row in found["submissions"]] == sources
    assert len({row["id"] for row in found["submission_events"]}) == len(found["submission_events"]) > 4
    assert found.keys() == whole.keys()
    assert max(pages) == 2


async def test_an_export_ends_with_its_account(ada: Person) -> None:
    """SQLite gives the row id of the newest account, once it is deleted, to the next one."""
    services: Services = ada.application.state.services
    me = await services.accounts.find("ada")
    export = services.personal_data.export(me)
    begun = await anext(export)
    await ada.send("/account/delete", password=PASSWORD)
    eve = make_person(ada.application)
    async with eve.http:
        await eve.sign_up("eve")
        await eve.solve("def double(x): return 2 * x  # by eve")
    assert (await services.accounts.find("eve")).id == me.id
    rest = b"".join([part async for part in export])
    assert not any(json.loads(begun + rest).values())


@EACH_DATABASE
async def test_nothing_stays(ada: Person, nobody: Person) -> None:
    services: Services = ada.application.state.services
    await nobody.sign_up("eve")
    await nobody.solve()
    with_eve = await count_rows(services)
    await use_all(ada)
    wrong = await ada.send("/account/delete", password="not this one")  # noqa: S106
    assert (wrong.status_code, "This isn&#39;t your password." in wrong.text) == (422, True)
    answer = await ada.send("/account/delete", password=PASSWORD)
    assert answer.headers["location"] == "/"
    assert (await ada.http.get("/api/v1/session")).json() == {"account": None}
    again = await ada.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
    assert again.status_code == 401
    gone = {name: with_eve[name] - count for name, count in (await count_rows(services)).items()}
    gone.pop("tries")  # the record that somebody guessed is deleted within an hour, whoever it was
    assert {name: count for name, count in gone.items() if count} == {"users": 1, "sessions": 1}


@EACH_DATABASE
async def test_who_is_graded_may_go(ada: Person, nobody: Person, grader: StandInGrader) -> None:
    services: Services = ada.application.state.services
    grader.gate.clear()
    await ada.submit()
    await ada.submit("def double(x): return 3 * x")
    assert (await ada.send("/account/delete", password=PASSWORD)).status_code == 303
    grader.gate.set()
    await nobody.sign_up("eve")
    await nobody.solve()
    left = await services.database.read(lambda session: session.scalar(select(func.count()).select_from(Submission)))
    assert left == 1


async def test_the_only_admin_stays(application: FastAPI) -> None:
    async with make_instructor(application, "root", Role.ADMIN) as root:
        assert (await root.send("/account/delete", password=PASSWORD)).status_code == 409
        async with make_instructor(application, "other", Role.ADMIN):
            assert (await root.send("/account/delete", password=PASSWORD)).status_code == 303


async def test_an_instructors_problems_stay(iris: Person) -> None:
    services: Services = iris.application.state.services
    assert (await iris.send("/account/delete", password=PASSWORD)).status_code == 303
    async with make_instructor(iris.application, "root", Role.ADMIN) as root:
        answer = await root.http.get("/api/v1/authoring/problems/shift")
    assert (answer.status_code, answer.json()["owner"]) == (200, None)
    assert "iris" not in json.dumps(answer.json())
    assert await services.accounts.find_by_name("iris") is None


@pytest.mark.parametrize("table", [table for table in Base.metadata.sorted_tables if table.name not in INTERNAL])
def test_each_reference_to_an_account_says_what_becomes_of_it(table: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
    for key in table.foreign_keys:
        if key.column.table.name == User.__tablename__ and table.name != "submissions":
            assert key.ondelete in {"CASCADE", "SET NULL"}, f"{table.name}.{key.parent.name}"


@EACH_DATABASE
async def test_an_account_that_is_deleted_twice_at_once_is_deleted_once(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a double click, or by its owner and an admin: the grades that a course keeps of it would be there twice."""
    root = await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    delete_account, deleted = personal_data_queries.delete_account, []

    def delete_slowly(session: orm.Session, user: User) -> None:
        deleted.append(user.name)
        time.sleep(0.3)
        delete_account(session, user)

    monkeypatch.setattr(personal_data_queries, "delete_account", delete_slowly)
    deletions = (services.personal_data.delete(account) for _ in range(2))
    await asyncio.gather(*deletions, services.administration.delete(root, account.name))
    assert deleted == [account.name]
