"""Sign-ins: how their cookies look, their list, and how they end."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from app.db.models import Session, now
from app.domains.accounts import queries
from app.domains.accounts.errors import SecondFactorNeededError
from app.domains.accounts.passwords import Passwords
from app.domains.accounts.schemas import Client, FactorState
from app.domains.accounts.second_factor import SecondFactorService
from app.domains.limits import throttle
from app.http.requests import BROWSER_COOKIE
from app.kit.errors import WrongCredentialsError
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, make_person
from tests.integration.app.test_accounts import COOKIE, _who

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from app.domains.accounts.schemas import Account
    from app.services import Services

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEW = "another long password"


@pytest.fixture
async def elsewhere(ada: Person, application: FastAPI) -> AsyncIterator[Person]:
    """Yield Ada, signed in from another browser."""
    person = make_person(application, **{"user-agent": FIREFOX})
    async with person.http:
        await person.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
        yield person


async def test_one_sees_where_one_is_signed_in(ada: Person, elsewhere: Person) -> None:
    page = await ada.read("/account")
    assert "Firefox, Linux" in page
    assert "127.0.0.0/24" in page
    assert page.count(">this browser<") == 1
    assert FIREFOX not in page


async def test_one_sign_in_can_be_ended(ada: Person, elsewhere: Person, application: FastAPI) -> None:
    page = await ada.read("/account")
    path = page.partition('action="/account/sessions/')[2].partition('"')[0]
    eve = make_person(application)
    async with eve.http:
        await eve.sign_up("eve")
        await eve.send(f"/account/sessions/{path}")
    assert await _who(elsewhere) == "ada", "only one's own"
    assert (await ada.send(f"/account/sessions/{path}")).status_code == 303
    assert await _who(elsewhere) is None
    assert await _who(ada) == "ada"


async def test_all_sign_ins_can_be_ended(ada: Person, elsewhere: Person) -> None:
    answer = await ada.send("/account/sessions/end")
    assert COOKIE in answer.headers["set-cookie"]
    assert (await _who(ada), await _who(elsewhere)) == (None, None)


async def test_an_account_has_so_many_sign_ins(
    ada: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise anybody could fill the database, and their own account page, by signing in."""
    monkeypatch.setattr(queries, "MAX_SESSIONS", 3)
    monkeypatch.setattr(throttle, "NEW_BROWSERS", 3)  # Signing up made one known.
    kept = []
    for number in range(4):
        person = make_person(application)
        async with person.http:
            answer = await person.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
        assert (BROWSER_COOKIE in answer.headers["set-cookie"]) == (number < 2)
        kept.append(answer.cookies[COOKIE])
    services: Services = application.state.services
    assert [await services.sessions.find(token) is not None for token in kept] == [False, True, True, True]
    assert await _who(ada) is None, "the oldest one was the first to end"


async def test_another_password_ends_the_other_sign_ins(ada: Person, elsewhere: Person) -> None:
    before = ada.http.cookies[COOKIE]
    wrong = await ada.send("/account/password", old="not this one", new=NEW)
    assert (wrong.status_code, "This isn&#39;t your password." in wrong.text) == (422, True)
    assert (await ada.send("/account/password", old=PASSWORD, new="short")).status_code == 422
    assert await _who(elsewhere) == "ada"
    answer = await ada.send("/account/password", old=PASSWORD, new=NEW)
    assert answer.headers["location"] == "/account?done=password"
    assert "was changed" in await ada.read("/account?done=password")
    assert await _who(elsewhere) is None
    assert await _who(ada) == "ada"
    assert ada.http.cookies[COOKIE] != before
    for password, status in ((PASSWORD, 401), (NEW, 200)):
        answer = await elsewhere.http.post("/api/v1/session", json={"name": "ada", "password": password})
        assert answer.status_code == status


async def reset_meanwhile(monkeypatch: pytest.MonkeyPatch, services: Services, *, better: bool = False) -> None:
    """Let Ada reset her password while it is checked the next time; `better`: its hash is to be recomputed."""
    verify, link = Passwords.verify, await services.recovery.make_reset_link("ada")

    async def slow(self: Passwords, given: str, stored: str, *, member: bool = False) -> tuple[bool, str | None]:
        fits, _better = await verify(self, given, stored, member=member)
        monkeypatch.setattr(Passwords, "verify", verify)
        await services.recovery.reset(link.partition("token=")[2], NEW)
        return fits, await self.hash(given) if better else None

    monkeypatch.setattr(Passwords, "verify", slow)


@EACH_DATABASE
@pytest.mark.parametrize("better", [False, True])
async def test_a_password_that_is_replaced_while_it_is_checked_starts_no_session(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch, *, better: bool
) -> None:
    """A reset ends what the previous password, which may have leaked, has opened or is about to open."""
    client = Client("127.0.0.1")
    await reset_meanwhile(monkeypatch, services, better=better)
    with pytest.raises(WrongCredentialsError):
        await services.sessions.sign_in("ada", PASSWORD, client)
    assert await services.sessions.list_own(account, "") == []
    with pytest.raises(WrongCredentialsError):
        await services.sessions.sign_in("ada", PASSWORD, client)
    signed_in = await services.sessions.sign_in("ada", NEW, client)

    await reset_meanwhile(monkeypatch, services)
    with pytest.raises(WrongCredentialsError):
        await services.sessions.change_password(account, NEW, "a thief's password", client, signed_in.token)
    assert await services.sessions.list_own(account, "") == []
    await services.sessions.sign_in("ada", NEW, client)


@EACH_DATABASE
async def test_a_password_that_is_replaced_while_it_is_checked_gives_no_ticket(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client("127.0.0.1")

    async def is_enabled(_self: object, _account: Account) -> FactorState:
        return FactorState(enabled=True, codes_left=1)

    monkeypatch.setattr(SecondFactorService, "find_state", is_enabled)
    await reset_meanwhile(monkeypatch, services)
    with pytest.raises(WrongCredentialsError):
        await services.sessions.sign_in("ada", PASSWORD, client)
    with pytest.raises(SecondFactorNeededError):
        await services.sessions.sign_in("ada", NEW, client)


@EACH_DATABASE
async def test_two_sign_ins_may_recompute_a_hash_at_once(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify, client = Passwords.verify, Client("127.0.0.1")
    checked = 0

    async def recompute(self: Passwords, given: str, stored: str, *, member: bool = False) -> tuple[bool, str | None]:
        nonlocal checked
        fits, _better = await verify(self, given, stored, member=member)
        checked += 1
        if checked == 1:
            await services.sessions.sign_in("ada", PASSWORD, client)
        return fits, await self.hash(given) if checked < 3 else None

    monkeypatch.setattr(Passwords, "verify", recompute)
    await services.sessions.sign_in("ada", PASSWORD, client)
    assert len(await services.sessions.list_own(account, "")) == 2


async def test_guessing_the_password_of_who_is_signed_in_ends_too(ada: Person) -> None:
    statuses = [(await ada.send("/account/password", old=f"guess {n}", new=NEW)).status_code for n in range(11)]
    assert statuses == [422] * 10 + [429]


async def test_when_it_was_last_seen_is_known_by_and_by(ada: Person) -> None:
    database = ada.application.state.services.database

    async def seen() -> object:
        return await database.read(lambda session: session.scalars(select(Session.seen_at)).one())

    first = await seen()
    await ada.read("/account")
    assert await seen() == first
    aged = update(Session).values(seen_at=now() - timedelta(hours=1))
    await database.write(lambda session: session.execute(aged))
    await ada.read("/account")
    assert await seen() > first  # type: ignore[operator]


@pytest.mark.parametrize("base", ["https://dojo.test", "http://dojo.test"])
async def test_behind_https_the_cookie_is_for_this_host_alone(ada: Person, base: str) -> None:
    services = ada.application.state.services
    settings = services.settings.model_copy(update={"public_url": "https://dojo.example"})
    if base.startswith("http:"):
        object.__setattr__(services, "settings", settings)
    person = make_person(ada.application)
    async with person.http:
        answer = await person.http.post(f"{base}/api/v1/session", json={"name": "ada", "password": PASSWORD})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"__Host-{COOKIE}=")
        for part in ("Secure", "HttpOnly", "SameSite=lax", "Path=/"):
            assert part in cookie
        assert "Domain" not in cookie
        token = cookie.partition("=")[2].partition(";")[0]
        for name, known in ((f"__Host-{COOKIE}", "ada"), (COOKIE, None)):
            answer = await person.http.get(f"{base}/api/v1/session", headers={"cookie": f"{name}={token}"})
            account = answer.json()["account"]
            assert (account and account["name"]) == known, name
