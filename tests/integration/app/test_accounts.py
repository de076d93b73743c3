"""Accounts over HTTP: signing up, in and out, and API tokens."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from app.db.models import ApiToken, Session, User, now
from app.db.statuses import Role
from tests.integration.app.conftest import PASSWORD, Person, make_person
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.kit.settings import Settings

COOKIE = "jaxdojo_session"


async def _who(person: Person) -> str | None:
    account = (await person.http.get("/api/v1/session")).json()["account"]
    return None if account is None else str(account["name"])


async def test_signing_up_in_and_out(nobody: Person) -> None:
    credentials = {"name": "Ada", "password": PASSWORD}
    made = await nobody.http.post("/api/v1/accounts", json=credentials)
    assert (made.status_code, made.json()) == (201, {"name": "Ada", "role": "learner"})
    assert await _who(nobody) is None
    answer = await nobody.http.post("/api/v1/session", json=credentials | {"name": "ADA"})
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age="):
        assert part in cookie
    assert "Secure" not in cookie
    assert await _who(nobody) == "Ada"
    token = nobody.http.cookies[COOKIE]
    assert (await nobody.http.delete("/api/v1/session")).status_code == 204
    assert await _who(nobody) is None
    nobody.http.cookies.set(COOKIE, token)
    assert await _who(nobody) is None, "the sign-in is revoked, not only forgotten by the browser"


async def test_each_sign_in_has_a_token_of_its_own(ada: Person) -> None:
    old = ada.http.cookies[COOKIE]
    await ada.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
    new = ada.http.cookies[COOKIE]
    assert new != old
    other = make_person(ada.application)
    async with other.http:
        other.http.cookies.set(COOKIE, old)
        assert await _who(other) is None


async def test_the_cookie_is_for_https_where_there_is_https(ada: Person) -> None:
    answer = await ada.http.post("https://dojo.test/api/v1/session", json={"name": "ada", "password": PASSWORD})
    assert "Secure" in answer.headers["set-cookie"]


async def test_a_sign_in_expires(ada: Person) -> None:
    expired = update(Session).values(expires_at=now() - timedelta(seconds=1))
    await ada.application.state.services.database.write(lambda session: session.execute(expired))
    assert await _who(ada) is None


@pytest.mark.parametrize(
    ("name", "password"),
    [("ada", "wrong horse battery"), ("eve", PASSWORD), ("", ""), ("ada", "x" * 9999), ("\ud800", PASSWORD)],
)
async def test_wrong_credentials_sound_all_the_same(ada: Person, name: str, password: str) -> None:
    body = json.dumps({"name": name, "password": password})
    answer = await ada.http.post("/api/v1/session", content=body, headers={"content-type": "application/json"})
    details = check_problem(answer, 401, "wrong_credentials")
    assert name not in details["detail"].split() or not name


@pytest.mark.parametrize(
    ("name", "password", "status", "code"),
    [
        ("ADA", PASSWORD, 409, "name_taken"),
        ("a b", PASSWORD, 422, "invalid_input"),
        ("eve", "short", 422, "invalid_input"),
    ],
)
async def test_accounts_that_cannot_be(ada: Person, name: str, password: str, status: int, code: str) -> None:
    answer = await ada.http.post("/api/v1/accounts", json={"name": name, "password": password})
    check_problem(answer, status, code)
    assert password not in answer.text


async def test_no_secret_is_stored(ada: Person) -> None:
    services = ada.application.state.services
    token = await services.tokens.make(await services.accounts.find("ada"), "laptop")
    columns = (User.password_hash, Session.token_hash, ApiToken.token_hash)
    stored = await services.database.read(lambda session: [session.scalars(select(column)).one() for column in columns])
    assert stored[0].startswith("$argon2id$")
    for secret in (PASSWORD, ada.http.cookies[COOKIE], token):
        assert all(secret not in text for text in stored)


async def test_api_tokens(ada: Person, application: FastAPI) -> None:
    services = application.state.services
    token = await services.tokens.make(await services.accounts.find("ADA"))
    program = make_person(application, authorization=f"Bearer {token}", **{"sec-fetch-site": "cross-site"})
    async with program.http:
        assert await _who(program) == "ada"
        await program.submit()
    for wrong in ("Bearer nonsense", "Basic YTpi", "Bearer", ""):
        answer = await ada.http.get("/api/v1/session", headers={"authorization": wrong})
        check_problem(answer, 401, "not_signed_in")


async def test_closed_registration(ada: Person, settings: Settings) -> None:
    services = ada.application.state.services
    services.accounts._settings = settings.model_copy(update={"registration": "closed"})
    answer = await ada.http.post("/api/v1/accounts", json={"name": "eve", "password": PASSWORD})
    check_problem(answer, 403, "registration_closed")
    assert (await services.accounts.add_user("eve", PASSWORD, Role.ADMIN)).role is Role.ADMIN
