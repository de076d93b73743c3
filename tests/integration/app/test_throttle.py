"""How often one address may guess a password or a code, on any number of servers, and after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest
from sqlalchemy import func, select

from app.db.models import Tries
from app.db.session import Database
from app.domains.accounts.errors import WrongCodeError
from app.domains.accounts.schemas import Client
from app.domains.accounts.scopes import Scope
from app.domains.accounts.second_factor import GUESSES
from app.domains.limits import rate
from app.domains.limits.addresses import name_site
from app.domains.limits.throttle import (
    DAY_S,
    FROM_ANYWHERE,
    HOUR_S,
    KNOWN_FOR_S,
    PER_ADDRESS,
    PER_NAME,
    WINDOW_S,
    Throttle,
    remember_browser,
)
from app.domains.tokens.errors import UnknownCodeError
from app.kit.errors import InvalidInputError, TooManySignInsError, WrongCredentialsError
from app.server.application import create_app
from app.services import make_services
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, make_person, publish
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
    monkeypatch.setattr(rate, "time", made)
    return made


class Guesser:
    """Makes failed and successful attempts."""

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
    """On two servers, each with its own connections."""
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
    """Yield a user at another server on the same database."""
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


@pytest.mark.parametrize(("network", "factor"), [("2001:db8:0:{:x}::1", 4), ("2001:db8:0:{:x}00::1", 16)])
async def test_wider_networks_have_limits_too(guesser: Guesser, clock: Clock, network: str, factor: int) -> None:
    """Who has a /56 or a /48 has many /64, each of which counts as one address."""
    guesser.throttle = Throttle("test", per_address=2)
    for number in range(factor * 2):
        await guesser.fail(network.format(number), f"name{number}")
    with pytest.raises(TooManySignInsError):
        await guesser.fail(network.format(factor * 2), "ada")
    await guesser.fail("2001:db8:1::1")


async def guess_from_everywhere(guesser: Guesser, name: str = "ada") -> int:
    """Guess from a different address each time until that is refused; return how often it was allowed."""
    for number in range(10 * FROM_ANYWHERE):
        try:
            await guesser.fail(f"198.51.{number // 250}.{number % 250}", name)
        except TooManySignInsError:
            return number
    return 10 * FROM_ANYWHERE


@pytest.fixture
async def wide(services: Services) -> Guesser:
    made = Guesser(services.database)
    made.throttle = Throttle("test", from_anywhere=FROM_ANYWHERE)
    return made


async def test_guessing_from_many_addresses_ends_and_goes_on_slowly(wide: Guesser, clock: Clock) -> None:
    assert await guess_from_everywhere(wide) == FROM_ANYWHERE
    assert await guess_from_everywhere(wide, "bob") == FROM_ANYWHERE, "nobody else is kept out"
    clock.now += 2 * DAY_S / FROM_ANYWHERE
    assert await guess_from_everywhere(wide) == 2


async def test_known_browser_is_not_kept_out_by_others(wide: Guesser, clock: Clock) -> None:
    """Nor does it allow its owner more guesses than an address has, or anybody guesses for another name."""
    token = await wide.database.write(lambda session: remember_browser(session, "ada"))
    await guess_from_everywhere(wide)

    async def fail(name: str, browser: str) -> None:
        await wide.database.write(lambda session: wide.throttle.begin(session, HOME, name, browser))

    for _ in range(PER_NAME):
        await fail("ada", token)
    with pytest.raises(TooManySignInsError):
        await fail("ada", token)
    for browser in ("", "made up", token + "x", "ada"):
        with pytest.raises(TooManySignInsError):
            await fail("ada", browser)
    await guess_from_everywhere(wide, "bob")
    with pytest.raises(TooManySignInsError):
        await fail("bob", token)
    clock.now += KNOWN_FOR_S
    await guess_from_everywhere(wide)
    with pytest.raises(TooManySignInsError):
        await fail("ada", token)


@pytest.mark.parametrize("way", ["the browser used before", "a link for a new password"])
async def test_attacked_account_can_be_entered(services: Services, ada: Person, way: str) -> None:
    """While somebody guesses from many addresses, only unknown browsers are refused."""
    wrong = {"name": "ada", "password": "not the password"}
    stranger = make_person(ada.application)

    async def guess(number: int) -> int:
        client = Client(address=f"198.51.100.{number}", user_agent="")
        try:
            await services.sessions.sign_in("ada", wrong["password"], client)
        except WrongCredentialsError:
            return 401
        except TooManySignInsError:
            return 429
        raise AssertionError

    codes = [await guess(number) for number in range(FROM_ANYWHERE + 1)]
    assert codes == [401] * FROM_ANYWHERE + [429]
    async with stranger.http:
        answer = await stranger.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD})
        check_problem(answer, 429, "too_many_sign_ins")
        entering, password = ada, PASSWORD
        if way != "the browser used before":
            link = await services.recovery.make_reset_link("ada")
            entering, password = stranger, "another good password"
            answer = await stranger.send("/reset", token=link.partition("token=")[2], password=password)
            assert answer.status_code == 303
        answer = await entering.http.post("/api/v1/session", json={"name": "ada", "password": password})
        assert answer.status_code == 200, answer.text


async def test_who_guesses_codes_keeps_no_known_browser_out(services: Services, ada: Person) -> None:
    """Somebody with the password guesses codes from many addresses: ten a day, and the owner can still sign in."""
    account = await services.accounts.find("ada")
    address = await services.second_factor.begin(account)
    totp = pyotp.TOTP(parse_qs(urlsplit(address).query)["secret"][0])
    recovery = await services.second_factor.enable(account, totp.now(), Client(HOME))
    credentials = {"name": "ada", "password": PASSWORD}
    assert (await ada.http.post("/api/v1/session", json=credentials | {"code": recovery[0]})).status_code == 200
    codes = []
    for number in range(GUESSES + 1):
        try:
            client = Client(address=f"198.51.100.{number}", user_agent="")
            await services.sessions.sign_in("ada", PASSWORD, client, code="not one")
        except WrongCodeError:
            codes.append(401)
        except TooManySignInsError:
            codes.append(429)
    assert codes == [401] * GUESSES + [429]
    assert (await ada.http.post("/api/v1/session", json=credentials | {"code": recovery[1]})).status_code == 200


async def test_one_address_signs_up_so_many(settings: Settings, clock: Clock) -> None:
    """Each sign-up makes a row, and a slow hash for which others' sign-ins wait."""
    services = make_services(settings.model_copy(update={"sign_ups_per_hour": 3}))
    hashes: list[str] = []

    async def hash_quickly(password: str, *, member: bool = False) -> str:
        assert not member
        hashes.append(password)
        return "a hash"

    try:
        await publish(services)
        services.accounts._passwords.hash = hash_quickly  # type: ignore[method-assign]

        async def sign_up(name: str, password: str, address: str = HOME) -> None:
            await services.accounts.sign_up(name, password, address=address)

        for _ in range(5):
            with pytest.raises(InvalidInputError):
                await sign_up("ada", "short")
        for number in range(3):
            await sign_up(f"ada{number}", PASSWORD)
        with pytest.raises(TooManySignInsError) as refused:
            await sign_up("ada3", PASSWORD)
        assert (refused.value.retry_after_s, len(hashes)) == (HOUR_S / 3, 3)
        await sign_up("bob", PASSWORD, "198.51.100.1")
        clock.now += HOUR_S / 3
        await sign_up("ada3", PASSWORD)
    finally:
        await services.close()
