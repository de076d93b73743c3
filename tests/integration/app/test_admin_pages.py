"""The admins' pages: accounts and the actions on them, the audit log, and the settings."""

from __future__ import annotations

import asyncio
from html import unescape
from typing import TYPE_CHECKING

import pytest
from pydantic import SecretStr

from app.db.statuses import Role
from app.domains.accounts.errors import LastAdminError
from app.domains.accounts.repository import count_admins
from app.domains.administration.settings import HIDDEN, list_settings, show_value
from app.kit.errors import ForbiddenError
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, make_instructor, make_person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from app.services import Services


@pytest.fixture
async def root(application: FastAPI) -> AsyncIterator[Person]:
    async with make_instructor(application, "root", Role.ADMIN) as person:
        yield person


async def read_account(person: Person) -> object:
    return (await person.http.get("/api/v1/session")).json()["account"]


async def test_accounts_are_found_and_their_roles_changed(root: Person, ada: Person) -> None:
    page = await root.read("/admin/users")
    assert ">ada<" in page
    assert ">root<" in page
    assert ">root<" not in (await root.read("/admin/users?search=AD")).split("<table>")[1]
    assert "0 found" in await root.read("/admin/users?search=a_a")
    answer = await root.send("/admin/users/ada/role", role="instructor")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin/users?search=ada")
    assert await read_account(ada) == {"name": "ada", "role": "instructor"}
    assert (await root.send("/admin/users/ada/role", role="queen")).status_code == 422
    assert (await root.send("/admin/users/nobody/role", role="admin")).status_code == 404
    log = await root.read("/admin/audit?target=ada")
    assert "role changed" in log.split("<table>")[1]
    assert "before: learner, after: instructor" in log


async def test_nobody_locks_themselves_out(root: Person) -> None:
    for path, fields in (("role", {"role": "learner"}), ("disable", {}), ("enable", {}), ("delete", {})):
        answer = await root.send(f"/admin/users/ROOT/{path}", **fields)
        assert answer.status_code == 409
        assert "another admin" in answer.text
    assert await read_account(root) == {"name": "root", "role": "admin"}


@EACH_DATABASE
async def test_of_two_admins_who_turn_against_each_other_one_is_left(services: Services) -> None:
    for work in ("change_role", "disable", "delete"):
        pair = [await services.accounts.add_user(f"{work}-{one}", PASSWORD, Role.ADMIN) for one in ("a", "b")]
        role = (Role.LEARNER,) if work == "change_role" else ()
        done = await asyncio.gather(
            *(getattr(services.administration, work)(one, other.name, *role) for one, other in (pair, pair[::-1])),
            return_exceptions=True,
        )
        assert [type(one) for one in done if one is not None] == [ForbiddenError], done
        assert await services.database.read(count_admins) == 1
        left = pair[done.index(None)]
        with pytest.raises(LastAdminError):
            await services.personal_data.delete(left)
        await services.accounts.change_role(left.name, Role.LEARNER)


async def test_a_disabled_account_can_do_nothing_at_once(root: Person, ada: Person, application: FastAPI) -> None:
    services = application.state.services
    token = await services.tokens.make(await services.accounts.find("ada"))
    program = make_person(application, authorization=f"Bearer {token}")
    async with program.http:
        assert await read_account(program) is not None
        assert (await root.send("/admin/users/ada/disable")).status_code == 303
        assert await read_account(ada) is None
        assert (await program.http.get("/api/v1/session")).status_code == 401
        answer = await ada.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (403, "account_disabled")
        answer = await ada.http.post("/api/v1/session", json={"name": "ada", "password": "not the password"})
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong_credentials"), "who guesses learns nothing"
        assert "disabled this account" in (await ada.send("/signin", name="ada", password=PASSWORD)).text
        assert "no, since" in await root.read("/admin/users?search=ada")
        assert (await root.send("/admin/users/ada/enable")).status_code == 303
        assert await read_account(program) is not None
        assert await read_account(ada) is None, "who was signed in isn't any more"
        answer = await ada.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
        assert answer.status_code == 200
    log = await root.read("/admin/audit?actor=root")
    assert "account disabled" in log.split("<table>")[1]
    assert "sessions: 1" in log


async def test_an_account_is_deleted(root: Person, ada: Person) -> None:
    answer = await root.send("/admin/users/ada/delete")
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin/users")
    assert await read_account(ada) is None
    assert "No account has this name" in await root.read("/admin/users?search=ada")
    assert (await root.send("/admin/users/ada/delete")).status_code == 404
    assert "account deleted" in (await root.read("/admin/audit?target=ada")).split("<table>")[1]


async def test_sign_ins_are_ended(root: Person, ada: Person) -> None:
    assert (await root.send("/admin/users/ada/signout")).status_code == 303
    assert await read_account(ada) is None


async def test_the_overview_and_the_log_show_what_was_done_last(root: Person, ada: Person) -> None:
    for role in ("instructor", "learner") * 30:
        await root.send("/admin/users/ada/role", role=role)
    assert "after: learner" in await root.read("/admin")
    log = await root.read("/admin/audit?action=role_changed&actor=root")
    assert "60 entries" in log
    assert "Page 1 of 2" in log
    assert 'href="/admin/audit?actor=root&amp;action=role_changed&amp;page=2"' in log
    assert "Page 2 of 2" in await root.read("/admin/audit?action=role_changed&actor=root&page=2")
    assert "Nothing matches" in await root.read("/admin/audit?actor=%00%ff&action=nothing")


async def test_the_settings_in_force_are_shown(root: Person, settings: Settings) -> None:
    page = unescape(await root.read("/admin/settings"))
    for shown in list_settings(settings):
        assert shown.variable in page
        assert shown.value in page


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("port", 8000, "8000"),
        ("smtp_password", "hunter2", HIDDEN),
        ("smtp_password", "", ""),
        ("oidc_client_secret", SecretStr("hunter2"), HIDDEN),
        ("anything", SecretStr("hunter2"), HIDDEN),
        ("password_memory_kib", 65536, "65536"),
        ("database_url", "postgresql://dojo:hunter2@db/dojo", f"postgresql://dojo:{HIDDEN}@db/dojo"),
        ("database_url", "postgresql://db/dojo?user=a&password=hunter2&x=1", f"postgresql://db/dojo?user=a&password={HIDDEN}&x=1"),
        ("public_url", "https://dojo.test:8000", "https://dojo.test:8000"),
        ("nothing", None, ""),
    ],
)  # fmt: skip
def test_secrets_are_not_shown(name: str, value: object, shown: str) -> None:
    assert show_value(name, value) == shown
