"""Authorising programs with a code that is typed in the browser."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, update

from app.db.models import DeviceGrant, now
from app.db.statuses import Role
from app.domains.accounts.errors import MissingScopeError
from app.domains.accounts.scopes import Scope
from app.domains.limits.throttle import Throttle
from app.domains.tokens import devices, repository
from app.domains.tokens.schemas import FreshToken
from app.kit.errors import TooManySignInsError
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, make_person
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    import httpx
    from fastapi import FastAPI

    from app.services import Services


pytestmark = EACH_DATABASE


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "INTERVAL_S", 0)


async def _begin(person: Person, *scopes: str) -> dict[str, str]:
    body = {"label": "an <b>editor", "scopes": list(scopes) or ["read", "submit"]}
    answer = await person.http.post("/api/v1/device", json=body)
    assert answer.status_code == 200, answer.text
    begun: dict[str, str] = answer.json()
    return begun


async def _poll(person: Person, begun: dict[str, str]) -> httpx.Response:
    return await person.http.post("/api/v1/device/token", json={"device_code": begun["device_code"]})


@EACH_DATABASE
async def test_a_program_is_let_in(ada: Person, nobody: Person, application: FastAPI) -> None:
    begun = await _begin(nobody)
    assert begun["verification_uri_complete"] == f"http://dojo.test/device?code={begun['user_code']}"
    check_problem(await _poll(nobody, begun), 400, "authorization_pending")
    page = await ada.read(f"/device?code={begun['user_code'].lower()}")
    assert "an &lt;b&gt;editor" in page
    assert "Submit: hand in code" in page
    assert "The program has its token" in (await ada.send("/device", code=begun["user_code"], decision="allow")).text
    answer = await _poll(nobody, begun)
    assert answer.headers["cache-control"] == "no-store"
    given = answer.json()
    assert (given["name"], given["scopes"]) == ("ada", ["read", "submit"])
    check_problem(await _poll(nobody, begun), 400, "expired_token")
    program = make_person(application, authorization=f"Bearer {given['token']}")
    async with program.http:
        await program.submit()
        check_problem(await program.http.get("/account/tokens"), 403, "missing_scope")
        assert (await program.http.delete("/api/v1/token")).status_code == 204
        check_problem(await program.http.get("/api/v1/session"), 401, "not_signed_in")


async def test_a_program_is_refused(ada: Person, nobody: Person) -> None:
    begun = await _begin(nobody)
    assert "The program was refused." in (await ada.send("/device", code=begun["user_code"], decision="refuse")).text
    check_problem(await _poll(nobody, begun), 400, "access_denied")
    check_problem(await _poll(nobody, begun), 400, "expired_token")
    assert "No program is waiting with this code." in await ada.read(f"/device?code={begun['user_code']}", status=422)


async def test_a_code_is_used_once_and_in_time(ada: Person, nobody: Person, application: FastAPI) -> None:
    begun = await _begin(nobody)
    for status in (200, 422):
        answer = await ada.send("/device", code=begun["user_code"], decision="allow")
        assert answer.status_code == status
    late = update(DeviceGrant).values(expires_at=now() - timedelta(seconds=1))
    await application.state.services.database.write(lambda session: session.execute(late))
    check_problem(await _poll(nobody, begun), 400, "expired_token")


async def test_who_asks_too_often_is_told(nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "INTERVAL_S", 3600)
    begun = await _begin(nobody)
    check_problem(await _poll(nobody, begun), 400, "authorization_pending")
    check_problem(await _poll(nobody, begun), 400, "slow_down")


async def test_nobody_gives_more_than_they_have(ada: Person, nobody: Person, application: FastAPI) -> None:
    begun = await _begin(nobody, "author")
    answer = await ada.send("/device", code=begun["user_code"], decision="allow")
    assert answer.status_code == 422
    check_problem(await _poll(nobody, begun), 400, "authorization_pending")
    services = application.state.services
    token = await services.tokens.make(await services.accounts.find("ada"), scopes=[Scope.ACCOUNT])
    program = make_person(application, authorization=f"Bearer {token}")
    async with program.http:
        begun = await _begin(nobody)
        answer = await program.http.post("/device", data={"code": begun["user_code"], "decision": "allow"})
        check_problem(answer, 401, "not_signed_in")
        check_problem(await program.http.post("/account/tokens", data={"scopes": ["submit"]}), 401, "not_signed_in")
    account = await services.tokens.find(token)
    with pytest.raises(MissingScopeError):
        await services.tokens.make(account, scopes=[Scope.SUBMIT])
    check_problem(await _poll(nobody, begun), 400, "authorization_pending")


async def test_many_programs_of_a_stranger_keep_nobody_out(nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "MAX_WAITING", 2)
    begun = [await _begin(nobody) for _ in range(4)]
    for one, code in zip(begun, ["expired_token"] * 2 + ["authorization_pending"] * 2, strict=True):
        check_problem(await _poll(nobody, one), 400, code)


async def test_one_address_begins_so_many(nobody: Person) -> None:
    services: Services = nobody.application.state.services
    services.devices._beginning = Throttle("begin device", per_name=2, per_address=2)
    begun = [await _begin(nobody) for _ in range(2)]
    answer = await nobody.http.post("/api/v1/device", json={"label": "", "scopes": ["read"]})
    check_problem(answer, 429, "too_many_sign_ins")
    assert int(answer.headers["retry-after"]) > 0
    check_problem(await _poll(nobody, begun[0]), 400, "authorization_pending")
    for number in range(8):
        await services.devices.begin("", [Scope.READ], "http://dojo.test", f"2001:db8:0:{number}::1")
    with pytest.raises(TooManySignInsError):
        await services.devices.begin("", [Scope.READ], "http://dojo.test", "2001:db8:0:8::1")


async def test_expired_programs_are_deleted_a_few_at_a_time(nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may begin many, so that each must cost little, however many others wait."""
    services: Services = nobody.application.state.services
    monkeypatch.setattr(repository, "EXPIRED_A_CALL", 2)
    for _ in range(3):
        await _begin(nobody)
    late = update(DeviceGrant).values(expires_at=now() - timedelta(seconds=1))
    await services.database.write(lambda session: session.execute(late))
    begun = [await _begin(nobody)]
    assert await services.database.read(lambda session: session.query(DeviceGrant).count()) == 2
    begun.append(await _begin(nobody))
    assert await services.database.read(lambda session: session.query(DeviceGrant).count()) == 2
    for one in begun:
        check_problem(await _poll(nobody, one), 400, "authorization_pending")


async def test_what_beginning_costs_does_not_grow(nobody: Person) -> None:
    """Sign-ins and submissions wait for SQLite's only writer."""
    services: Services = nobody.application.state.services
    if not services.database.is_sqlite:
        pytest.skip("PostgreSQL has many writers, and plans by the tables' sizes")
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:  # noqa: ANN401
        if "device_grants" in statement:
            asked.append((statement, parameters))

    event.listen(services.database.engine, "before_cursor_execute", note)
    await _begin(nobody)
    event.remove(services.database.engine, "before_cursor_execute", note)
    assert len(asked) == 3
    with services.database.engine.connect() as connection:
        for statement, parameters in asked:
            plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            scanned = [step for step in plan if "SCAN device_grants" in step]
            assert not scanned or "LIMIT" in statement, plan


async def test_a_program_says_what_its_token_is_for(nobody: Person) -> None:
    check_problem(await nobody.http.post("/api/v1/device", json={"label": "x", "scopes": []}), 422, "invalid_input")


async def test_a_stranger_is_asked_to_sign_in_and_comes_back(nobody: Person) -> None:
    answer = await nobody.http.get("/device?code=BCDF-GHJK")
    assert answer.headers["location"] == "/signin?next=/device%3Fcode%3DBCDF-GHJK"
    check_problem(await nobody.http.post("/device", data={"code": "x"}), 401, "not_signed_in")


async def test_a_code_is_used_once_by_many_at_once(services: Services) -> None:
    people = [await services.accounts.add_user(f"user{number}", PASSWORD, Role.LEARNER) for number in range(4)]
    begun = await services.devices.begin("mine", [Scope.READ], "http://dojo.test")
    decided = [services.devices.decide(one, begun.user_code, allow=True) for one in people]
    done = await asyncio.gather(*decided, return_exceptions=True)
    assert sorted(type(one).__name__ for one in done) == ["NoneType"] + ["UnknownCodeError"] * 3
    asked = [services.devices.claim(begun.device_code) for _ in range(4)]
    given = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(type(one).__name__ for one in given) == ["ExpiredTokenError"] * 3 + ["FreshToken"]
    [token] = [one.token for one in given if isinstance(one, FreshToken)]
    account = await services.tokens.find(token)
    assert account is not None
    assert account.name == people[done.index(None)].name
