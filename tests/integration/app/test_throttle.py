"""How often a password or a code may be guessed by one address, on however many servers, and after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from app.db.models import Tries
from app.db.session import Database
from app.domains.accounts.schemas import Client
from app.domains.accounts.scopes import Scope
from app.domains.limits import throttle
from app.domains.limits.addresses import name_site
from app.domains.limits.throttle import PER_ADDRESS, PER_NAME, WINDOW_S, Throttle
from app.domains.tokens.errors import UnknownCodeError
from app.kit.errors import TooManySignInsError, WrongCredentialsError
from app.server.application import create_app
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, make_person
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.domains.accounts.schemas import Account
    from app.kit.settings import Settings
    from app.services import Services

pytestmark = EACH_DATABASE
HOME = "192.0.2.1"


class Clock:
    now = 1_900_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(throttle, "time", made)
    return made


class Guesser:
    """Tries again and again."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.throttle = Throttle("test")

    async def fail(self, address: str = HOME, name: str = "ada") -> None:
        await self.database.write(lambda session: self.throttle.begin(session, address, name))

    async def succeed(self, address: str = HOME, name: str = "ada") -> None:
        await self.fail(address, name)
        await self.database.write(lambda session: self.throttle.succeed(session, address, name))


@pytest.fixture
async def guesser(services: Services) -> Guesser:
    return Guesser(services.database)


async def test_guessing_one_password_ends_and_goes_on_slowly(guesser: Guesser, clock: Clock) -> None:
    for _ in range(PER_NAME):
        await guesser.fail()
    clock.now += 10
    with pytest.raises(TooManySignInsError) as refused:
        await guesser.fail()
    assert refused.value.headers == {"Retry-After": str(WINDOW_S // PER_NAME - 10)}
    await guesser.fail(name="bob")
    await guesser.fail("192.0.2.2")
    clock.now += WINDOW_S // PER_NAME - 10
    await guesser.fail()
    with pytest.raises(TooManySignInsError):
        await guesser.fail()


async def test_who_knows_the_password_begins_anew(guesser: Guesser, clock: Clock) -> None:
    for _ in range(2 * PER_NAME):
        await guesser.fail()
        await guesser.succeed()


async def test_guessing_for_many_names_ends_too(guesser: Guesser, clock: Clock) -> None:
    for number in range(PER_ADDRESS):
        await guesser.fail(name=f"name{number}")
    with pytest.raises(TooManySignInsError):
        await guesser.fail()
    await guesser.fail("192.0.2.2")


async def test_what_is_over_is_deleted(guesser: Guesser, clock: Clock) -> None:
    for number in range(5):
        await guesser.fail(name=f"name{number}")
    clock.now += WINDOW_S
    await guesser.fail("192.0.2.2")
    left = await guesser.database.read(lambda session: session.scalar(select(func.count()).select_from(Tries)))
    assert left == 2


async def test_of_many_tries_at_once_no_more_are_let_through(guesser: Guesser, settings: Settings) -> None:
    """By two servers: each with connections of its own."""
    others = Database(settings.database_url)
    try:
        guessers = [guesser, Guesser(others)] * (2 * PER_NAME)
        done = await asyncio.gather(*(one.fail() for one in guessers), return_exceptions=True)
    finally:
        await others.close()
    assert done.count(None) == PER_NAME
    assert all(one is None or isinstance(one, TooManySignInsError) for one in done), done


@pytest.fixture
async def second_server(settings: Settings, nobody: Person) -> AsyncIterator[Person]:
    """Yield somebody at another server of the same database."""
    application = create_app(settings.model_copy(update={"runner": "separate"}))
    async with application.router.lifespan_context(application):
        person = make_person(application)
        async with person.http:
            yield person


async def test_a_second_server_and_a_restart_give_no_more_tries(
    ada: Person, nobody: Person, second_server: Person
) -> None:
    wrong = {"name": "ada", "password": "not the password"}
    for number in range(PER_NAME):
        answer = await (nobody, second_server)[number % 2].http.post("/api/v1/session", json=wrong)
        check_problem(answer, 401, "wrong_credentials")
    for person in (nobody, second_server):
        right = wrong | {"password": PASSWORD}
        check_problem(await person.http.post("/api/v1/session", json=right), 429, "too_many_sign_ins")


async def test_codes_of_programs_are_not_guessed_for_long(services: Services, account: Account) -> None:
    shown = await services.devices.begin("mine", [Scope.READ], "http://dojo.test")
    wrong = "BBBB-BBBB" if shown.user_code != "BBBB-BBBB" else "CCCC-CCCC"
    for _ in range(PER_NAME):
        with pytest.raises(UnknownCodeError):
            await services.devices.find(account, wrong)
    with pytest.raises(TooManySignInsError):
        await services.devices.decide(account, shown.user_code, allow=True)


async def test_another_address_of_the_same_network_is_the_same(services: Services, account: Account) -> None:
    assert name_site("2001:db8:1:2:3:4:5:6") == name_site("2001:db8:1:2::1") != name_site("2001:db8:1:3::1")
    assert (name_site("::ffff:192.0.2.1"), name_site("192.0.2.1"), name_site("testclient")) == (
        "192.0.2.1",
        "192.0.2.1",
        "testclient",
    )
    for number in range(PER_NAME):
        with pytest.raises(WrongCredentialsError):
            await services.sessions.sign_in("ada", "wrong", Client(address=f"2001:db8::{number}", user_agent=""))
    with pytest.raises(TooManySignInsError):
        await services.sessions.sign_in("ada", PASSWORD, Client(address="2001:db8::ffff", user_agent=""))
