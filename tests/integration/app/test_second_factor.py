"""The second factor: switched on with an app, asked for after the password, and lost."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from typing import TYPE_CHECKING

import pyotp
import pytest
from sqlalchemy import select

from app.db.models import RecoveryCode
from app.db.statuses import Role
from app.domains.accounts import queries, second_factor
from app.domains.accounts.repository import lock_user
from app.domains.accounts.second_factor import STEP_S, find_step
from app.kit.errors import ConflictError
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person
from tests.integration.app.test_accounts import _who
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from sqlalchemy import orm

    from app.domains.accounts.schemas import Account
    from app.services import Services

CREDENTIALS = {"name": "ada", "password": PASSWORD}
PAGE = "/account/second-factor"


class Clock:
    """A clock that stands still until a test sets it."""

    def __init__(self) -> None:
        self.now = time.time()

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(second_factor, "time", clock)
    return clock


class Phone:
    """An app that has read the key, and the recovery codes on a sheet of paper."""

    def __init__(self, key: str, clock: Clock) -> None:
        self.totp = pyotp.TOTP(key)
        self.clock = clock
        self.codes: list[str] = []

    def show(self) -> str:
        """Wait for the next code and return it."""
        self.clock.now += STEP_S
        return self.totp.at(int(self.clock.now))


@pytest.fixture
async def phone(ada: Person, clock: Clock) -> Phone:
    """Return Ada's phone, after she has switched on the second factor."""
    answer = await ada.send(PAGE, password=PASSWORD)
    assert answer.headers["location"] == PAGE
    page = await ada.read(PAGE)
    assert "<svg" in page
    assert "style=" not in page, "the content security policy would refuse it"
    phone = Phone(re.findall(r"<code id=\"key\">([A-Z2-7]{32})</code>", page)[0], clock)
    answer = await ada.send(f"{PAGE}/enable", code=phone.show())
    phone.codes = re.findall(r"<li><code>([a-z2-7-]{19})</code>", answer.text)
    assert len(set(phone.codes)) == 10
    return phone


async def begin(person: Person) -> str:
    """Enter the password, and return the ticket in the page that asks for a code."""
    answer = await person.send("/signin", **CREDENTIALS, next="/progress")
    assert answer.status_code == 200
    assert await _who(person) is None
    return str(re.findall(r'name="ticket" value="([\w-]+)"', answer.text)[0])


async def test_a_code_is_asked_for_after_the_password(phone: Phone, nobody: Person) -> None:
    ticket = await begin(nobody)
    wrong = await nobody.send("/signin/code", ticket=ticket, code="000000", next="/progress")
    assert (wrong.status_code, ticket in wrong.text) == (401, True)
    answer = await nobody.send("/signin/code", ticket=ticket, code=phone.show(), next="/progress")
    assert answer.headers["location"] == "/progress"
    assert await _who(nobody) == "ada"
    assert (await nobody.send("/signin/code", ticket=ticket, code=phone.show())).status_code == 404


async def test_a_form_that_was_sent_twice_says_what_happened(phone: Phone, ada: Person) -> None:
    """A double click: the browser shows the second answer, and the first one's codes are never seen."""
    again = await ada.send(f"{PAGE}/enable", code=phone.totp.at(int(phone.clock.now)))
    assert (again.status_code, again.headers["location"]) == (303, "/account?done=factor-on")
    assert "make new ones" in await ada.read("/account?done=factor-on")
    code = phone.show()
    assert (await ada.send(f"{PAGE}/codes", code=code)).status_code == 200
    again = await ada.send(f"{PAGE}/codes", code=code)
    assert (again.status_code, "If you sent this form twice" in again.text) == (422, True)


async def test_no_code_is_asked_for_without_the_password(phone: Phone, nobody: Person) -> None:
    answer = await nobody.http.post("/api/v1/session", json=CREDENTIALS | {"password": "not this", "code": "1"})
    check_problem(answer, 401, "wrong_credentials")


async def test_another_password_voids_what_the_old_one_began(phone: Phone, ada: Person, nobody: Person) -> None:
    ticket = await begin(nobody)
    await ada.send("/account/password", old=PASSWORD, new=f"{PASSWORD}, too")
    assert (await nobody.send("/signin/code", ticket=ticket, code=phone.show())).status_code == 404


async def test_who_is_disabled_meanwhile_stays_out(phone: Phone, nobody: Person) -> None:
    services: Services = nobody.application.state.services
    ticket = await begin(nobody)
    admin = await services.accounts.add_user("root", PASSWORD, Role.ADMIN)
    await services.administration.disable(admin, "ada")
    assert (await nobody.send("/signin/code", ticket=ticket, code=phone.show())).status_code == 403
    assert await _who(nobody) is None


async def test_programs_send_the_code_along(phone: Phone, nobody: Person) -> None:
    check_problem(await nobody.http.post("/api/v1/session", json=CREDENTIALS), 401, "second_factor_needed")
    answer = await nobody.http.post("/api/v1/session", json=CREDENTIALS | {"code": "123456"})
    check_problem(answer, 401, "wrong_code")
    answer = await nobody.http.post("/api/v1/session", json=CREDENTIALS | {"code": phone.show()})
    assert answer.status_code == 200


async def test_no_code_is_good_twice(phone: Phone, nobody: Person) -> None:
    code = phone.show()
    for expected in (303, 401):
        ticket = await begin(nobody)
        answer = await nobody.send("/signin/code", ticket=ticket, code=f" {code[:3]} {code[3:]}")
        assert answer.status_code == expected
        await nobody.send("/signout")


async def test_a_recovery_code_is_good_once(phone: Phone, nobody: Person, ada: Person) -> None:
    services: Services = nobody.application.state.services
    stored = await services.database.read(lambda session: session.scalars(select(RecoveryCode.code_hash)).all())
    assert not set(phone.codes) & set(stored)
    for expected in (303, 401):
        ticket = await begin(nobody)
        answer = await nobody.send("/signin/code", ticket=ticket, code=phone.codes[0].upper())
        assert answer.status_code == expected
        await nobody.send("/signout")
    assert "9 recovery codes are left" in await ada.read("/account")
    answer = await ada.send(f"{PAGE}/codes", code=phone.show())
    assert len(re.findall(r"<li><code>", answer.text)) == 10
    answer = await nobody.send("/signin/code", ticket=await begin(nobody), code=phone.codes[1])
    assert answer.status_code == 401, "the earlier ones are void"


async def test_guessing_ends_whatever_the_address(phone: Phone, nobody: Person) -> None:
    statuses = []
    for number in range(11):
        answer = await nobody.http.post("/api/v1/session", json=CREDENTIALS | {"code": f"{number:06}"})
        statuses.append(answer.status_code)
    assert statuses == [401] * 10 + [429]
    answer = await nobody.http.post("/api/v1/session", json=CREDENTIALS | {"code": phone.show()})
    assert answer.status_code == 429


async def test_who_reads_the_mails_guesses_no_more_codes(phone: Phone, ada: Person, nobody: Person) -> None:
    """Each link for a new password makes a browser known, but for passwords only.

    Meanwhile the owner's browser, which has sent a right code, has its own tries.
    """
    services: Services = nobody.application.state.services
    statuses, password = [], PASSWORD
    for number in range(4):
        nobody.http.cookies.clear()
        link, password = await services.recovery.make_reset_link("ada"), f"{PASSWORD}, number {number}"
        answer = await nobody.send("/reset", token=link.partition("token=")[2], password=password)
        assert "jaxdojo_browser" in answer.cookies
        for code in range(5):
            guess = CREDENTIALS | {"password": password, "code": f"{code:06}"}
            statuses.append((await nobody.http.post("/api/v1/session", json=guess)).status_code)
    assert statuses == [401] * 10 + [429] * 10
    right = CREDENTIALS | {"password": password, "code": phone.show()}
    assert (await ada.http.post("/api/v1/session", json=right)).status_code == 200


async def test_switching_it_off_takes_password_and_code(phone: Phone, ada: Person, nobody: Person) -> None:
    for fields in ({"password": PASSWORD, "code": "000000"}, {"password": "not this", "code": phone.show()}):
        assert (await ada.send(f"{PAGE}/disable", **fields)).status_code == 422
    assert (await ada.send(PAGE, password=PASSWORD)).status_code == 409, "a new secret would replace the old one"
    assert (await ada.send(f"{PAGE}/disable", password=PASSWORD, code=phone.show())).status_code == 303
    assert (await nobody.http.post("/api/v1/session", json=CREDENTIALS)).status_code == 200


async def test_it_counts_only_once_a_code_has_come(ada: Person, nobody: Person, clock: Clock) -> None:
    assert (await ada.send(PAGE, password="not this")).status_code == 422  # noqa: S106
    await ada.send(PAGE, password=PASSWORD)
    assert (await ada.send(f"{PAGE}/enable", code="000000")).status_code == 422
    assert (await nobody.http.post("/api/v1/session", json=CREDENTIALS)).status_code == 200


async def test_the_operator_helps_who_has_lost_it(phone: Phone, ada: Person, nobody: Person) -> None:
    services: Services = ada.application.state.services
    assert await services.second_factor.reset("ADA")
    assert not await services.second_factor.reset("ada")
    assert await _who(ada) is None
    assert (await nobody.http.post("/api/v1/session", json=CREDENTIALS)).status_code == 200


@pytest.mark.parametrize(("offset", "good"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_clocks_may_be_off_by_half_a_minute(offset: int, good: bool) -> None:  # noqa: FBT001
    key, moment = pyotp.random_base32(), 1_800_000_015
    step = find_step(key, pyotp.TOTP(key).at(moment + offset * STEP_S), moment)
    assert step == (moment // STEP_S + offset if good else None)
    assert find_step(key, "٣٣٣٣٣٣", moment) is None


@EACH_DATABASE
async def test_a_second_factor_that_is_being_enabled_is_not_begun_again(services: Services, account: Account) -> None:
    """Its secret would be replaced by one that no app has."""
    await services.second_factor.begin(account)
    locked, go_on = threading.Event(), threading.Event()

    def enable(session: orm.Session) -> None:
        lock_user(session, account.id)
        queries.enable_factor(session, account.id)
        locked.set()
        assert go_on.wait(30)

    enabling = asyncio.create_task(services.database.write(enable))
    await asyncio.to_thread(locked.wait)
    beginning = asyncio.create_task(services.second_factor.begin(account))
    await asyncio.sleep(0.3)
    go_on.set()
    await enabling
    with pytest.raises(ConflictError, match="already on"):
        await beginning
