"""API tokens: creating and revoking them on their page, their scopes and expiry, and what is refused without them."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from app.db.models import ApiToken, AuditEntry, now
from app.db.statuses import Role
from app.domains.accounts import sessions
from app.domains.accounts.scopes import Scope
from app.domains.tokens.errors import TooManyTokensError
from app.domains.tokens.service import MAX_TOKENS
from app.kit.errors import InvalidInputError
from tests.integration.app.conftest import AUTHORING, EACH_DATABASE, PASSWORD, Person, make_instructor, make_person
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from app.domains.accounts.schemas import Account
    from app.services import Services


pytestmark = EACH_DATABASE


@asynccontextmanager
async def _program(application: FastAPI, name: str, *scopes: Scope) -> AsyncIterator[Person]:
    services = application.state.services
    token = await services.tokens.make(await services.accounts.find(name), scopes=scopes)
    person = make_person(application, authorization=f"Bearer {token}")
    async with person.http:
        yield person


async def test_a_token_may_do_what_its_scopes_say(ada: Person, application: FastAPI) -> None:
    async with _program(application, "ada", Scope.READ) as reader:
        assert (await reader.http.get("/api/v1/problems")).status_code == 200
        body = {"source": "x", "mode": "run"}
        answer = await reader.http.post("/api/v1/problems/double/submissions", json=body)
        details = check_problem(answer, 403, "missing_scope")
        assert "`submit`" in details["detail"]
        assert 'scope="submit"' in answer.headers["www-authenticate"]
        check_problem(await reader.http.get("/account/tokens"), 403, "missing_scope")
    async with _program(application, "ada", Scope.SUBMIT) as sender:
        made = await sender.submit()
        check_problem(await sender.http.get(f"/api/v1/submissions/{made['id']}"), 403, "missing_scope")


async def test_no_token_opens_the_pages_of_an_account(ada: Person, application: FastAPI) -> None:
    """They show the e-mail address, sign-ins with their networks, and the names of all tokens."""
    async with _program(application, "ada", Scope.READ, Scope.ACCOUNT) as program:
        for path in ("/account", "/account/email", "/account/tokens", "/account/webhooks", "/device"):
            check_problem(await program.http.get(path), 401, "not_signed_in")
            assert (await ada.http.get(path)).status_code == 200


async def test_no_token_links_the_provider(ada: Person, application: FastAPI) -> None:
    """Whoever has somebody's token could link themselves, and sign in as them from then on."""
    async with _program(application, "ada", Scope.READ) as program:
        for path in ("/signin/oidc?link=1", "/signin/oidc/callback?code=x&state=x"):
            check_problem(await program.http.get(path), 401, "not_signed_in")


async def test_a_scope_is_no_role(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris"),
        _program(application, "iris", Scope.AUTHOR) as author,
        _program(application, "iris", Scope.READ) as reader,
    ):
        assert (await author.http.get(AUTHORING)).status_code == 200
        check_problem(await reader.http.get(AUTHORING), 403, "missing_scope")
        await application.state.services.accounts.change_role("iris", Role.LEARNER)
        check_problem(await author.http.get(AUTHORING), 403, "forbidden")


async def test_the_page_makes_shows_and_revokes_tokens(ada: Person, application: FastAPI) -> None:
    assert "You have no tokens yet." in await ada.read("/account/tokens")
    answer = await ada.http.post(
        "/account/tokens",
        data={"label": "the laptop", "scopes": ["read", "submit"], "days": "30"},
        headers={"accept": "text/html"},
    )
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    token = re.findall(r'id="token" value="([^"]+)"', answer.text)[0]
    program = make_person(application, authorization=f"Bearer {token}")
    async with program.http:
        await program.submit()
        page = await ada.read("/account/tokens")
        assert token not in page
        assert "the laptop" in page
        assert "<code>read</code> <code>submit</code>" in page
        number = re.findall(r"/account/tokens/(\d+)/revoke", page)[0]
        assert (await ada.send(f"/account/tokens/{number}/revoke")).status_code == 303
        check_problem(await program.http.get("/api/v1/problems"), 401, "not_signed_in")
    check_problem(await ada.http.post(f"/account/tokens/{number}/revoke"), 404, "token_not_found")


async def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(ada: Person) -> None:
    answer = await ada.http.post("/account/tokens", data={"label": "x" * 81, "scopes": ["read"]})
    assert answer.status_code == 422
    assert "80 printable characters" in answer.text
    assert "x" * 81 in answer.text
    assert "Choose at least one" in (await ada.http.post("/account/tokens", data={"label": "x"})).text
    answer = await ada.http.post("/account/tokens", data={"scopes": ["admin"]})
    assert "can&#39;t grant the scope <code>admin</code>" in answer.text


async def test_an_old_session_makes_no_token(ada: Person, nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stolen or forgotten session ends; a token that it made, or a program that it allowed, would not."""
    begun = (await nobody.http.post("/api/v1/device", json={"label": "", "scopes": ["read"]})).json()
    with monkeypatch.context() as later:
        later.setattr(sessions, "FRESH", timedelta(0))
        answer = await ada.send("/account/tokens", label="mine", scopes="read")
        assert (answer.status_code, "Sign out and back in" in answer.text) == (409, True)
        answer = await ada.send("/device", code=begun["user_code"], decision="allow")
        assert (answer.status_code, "Sign out and back in" in answer.text) == (409, True)
    assert "You have no tokens yet." in await ada.read("/account/tokens")
    answer = await nobody.http.post("/api/v1/device/token", json={"device_code": begun["device_code"]})
    check_problem(answer, 400, "authorization_pending")
    assert (await ada.send("/account/tokens", label="mine", scopes="read")).status_code == 200


@pytest.mark.parametrize("way", ["the page", "a link"])
async def test_a_new_password_revokes_tokens(ada: Person, nobody: Person, application: FastAPI, way: str) -> None:
    """So it shuts out whoever had the old one, and programs that they have allowed and that wait for their token."""
    services = application.state.services
    begun = (await nobody.http.post("/api/v1/device", json={"label": "", "scopes": ["read"]})).json()
    assert (await ada.send("/device", code=begun["user_code"], decision="allow")).status_code == 200
    token = await services.tokens.make(await services.accounts.find("ada"))
    async with make_person(application, authorization=f"Bearer {token}").http as http:
        assert (await http.get("/api/v1/problems")).status_code == 200
        if way == "the page":
            answer = await ada.send("/account/password", old=PASSWORD, new=f"{PASSWORD}, too")
        else:
            link = await services.recovery.make_reset_link("ada")
            answer = await nobody.send("/reset", token=link.partition("token=")[2], password=f"{PASSWORD}, too")
        assert answer.status_code == 303
        check_problem(await http.get("/api/v1/problems"), 401, "not_signed_in")
    answer = await nobody.http.post("/api/v1/device/token", json={"device_code": begun["device_code"]})
    check_problem(answer, 400, "expired_token")


async def test_nobody_revokes_the_token_of_another(ada: Person, application: FastAPI) -> None:
    services = application.state.services
    await services.tokens.make(await services.accounts.find("ada"), "hers")
    async with make_instructor(application, "iris") as iris:
        [token] = await services.tokens.list_tokens(await services.accounts.find("ada"))
        check_problem(await iris.http.post(f"/account/tokens/{token.id}/revoke"), 404, "token_not_found")
        assert "hers" not in await iris.read("/account/tokens")


async def test_a_stranger_is_asked_to_sign_in(nobody: Person) -> None:
    answer = await nobody.http.get("/account/tokens")
    assert answer.headers["location"] == "/signin?next=/account/tokens"
    check_problem(await nobody.http.post("/account/tokens", data={"scopes": ["read"]}), 401, "not_signed_in")


async def test_a_token_expires(services: Services, account: Account) -> None:
    token = await services.tokens.make(account, days=1)
    assert await services.tokens.find(token) is not None
    expired = update(ApiToken).values(expires_at=now() - timedelta(seconds=1))
    await services.database.write(lambda session: session.execute(expired))
    assert await services.tokens.find(token) is None
    assert [one.is_expired for one in await services.tokens.list_tokens(account)] == [True]


@EACH_DATABASE
async def test_the_last_use_is_noted_once_a_minute(services: Services, account: Account) -> None:
    async def read() -> object:
        return await services.database.read(lambda session: session.scalars(select(ApiToken.last_used_at)).one())

    token = await services.tokens.make(account)
    assert await read() is None
    await services.tokens.find(token)
    first = await read()
    assert first is not None
    await services.tokens.find(token)
    assert await read() == first
    earlier = update(ApiToken).values(last_used_at=now() - timedelta(minutes=2))
    await services.database.write(lambda session: session.execute(earlier))
    await services.tokens.find(token)
    assert await read() > first  # type: ignore[operator]  # both are moments


async def test_tokens_that_cannot_be(services: Services, account: Account) -> None:
    for days in (0, 3651):
        with pytest.raises(InvalidInputError, match="1 to 3650 days"):
            await services.tokens.make(account, days=days)
    for _ in range(MAX_TOKENS):
        await services.tokens.make(account)
    with pytest.raises(TooManyTokensError):
        await services.tokens.make(account)


async def test_what_authors_do_with_tokens_is_in_the_audit_log(application: FastAPI, ada: Person) -> None:
    async with make_instructor(application, "iris") as iris:
        for person in (ada, iris):
            await person.send("/account/tokens", label="CI", scopes="read")
        [token] = await application.state.services.tokens.list_tokens(
            await application.state.services.accounts.find("iris")
        )
        await iris.send(f"/account/tokens/{token.id}/revoke")
        check_problem(await iris.http.post(f"/account/tokens/{2**70}/revoke"), 422, "invalid_input")
    found = await application.state.services.database.read(
        lambda session: session.execute(select(AuditEntry.actor, AuditEntry.action).order_by(AuditEntry.id)).all()
    )
    assert [tuple(row) for row in found if row[1].startswith("token")] == [
        ("iris", "token_made"),
        ("iris", "token_revoked"),
    ]
