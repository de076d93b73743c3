"""What may be used once can be used only once, even by many at the same moment, on either database."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pyotp

from app.db.statuses import Role
from app.domains.accounts import second_factor
from app.domains.accounts.errors import InvitationNotFoundError, TicketNotFoundError, WrongCodeError
from app.domains.accounts.schemas import Client
from app.domains.accounts.second_factor import STEP_S
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable

    import pytest

    from app.domains.accounts.schemas import Account
    from app.services import Services

pytestmark = EACH_DATABASE
MANY = 5
HERE = Client("192.0.2.1")


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = time.time()

    def time(self) -> float:
        return self.now


async def use_at_once(uses: Iterable[Awaitable[object]], refusal: type[Exception]) -> None:
    """Assert that one of these succeeds, and that all others are refused."""
    done = await asyncio.gather(*uses, return_exceptions=True)
    refused = [one for one in done if isinstance(one, BaseException)]
    assert len(refused) == len(done) - 1, done
    assert {type(one) for one in refused} == {refusal}


async def test_codes(services: Services, account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(second_factor, "time", clock)
    address = await services.second_factor.begin(account)
    totp = pyotp.parse_uri(address)
    assert isinstance(totp, pyotp.TOTP)
    [recovery, *_others] = await services.second_factor.enable(account, totp.at(int(clock.now)), HERE)
    clock.now += STEP_S
    for code in (totp.at(int(clock.now)), recovery):
        await use_at_once([services.second_factor.check(account, code, HERE) for _ in range(MANY)], WrongCodeError)


async def test_a_sign_in_that_waits_for_its_code(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with two valid codes, a ticket can be used only once."""
    clock = Clock()
    monkeypatch.setattr(second_factor, "time", clock)
    totp = pyotp.parse_uri(await services.second_factor.begin(account))
    assert isinstance(totp, pyotp.TOTP)
    codes = await services.second_factor.enable(account, totp.at(int(clock.now)), HERE)
    ticket = await services.second_factor.ask(account)
    await use_at_once([services.second_factor.answer(ticket, code, HERE) for code in codes[:MANY]], TicketNotFoundError)


async def test_links_for_a_new_password(services: Services, account: Account) -> None:
    token = (await services.recovery.make_reset_link(account.name)).partition("token=")[2]
    resets = [services.recovery.reset(token, f"{PASSWORD}, number {number}") for number in range(MANY)]
    await use_at_once(resets, TicketNotFoundError)


async def test_invitations(services: Services) -> None:
    token = (await services.invitations.invite(None, Role.INSTRUCTOR)).partition("invitation=")[2]
    joins = [
        services.accounts.sign_up(f"guest{number}", PASSWORD, token, address=f"192.0.2.{number}")
        for number in range(MANY)
    ]
    await use_at_once(joins, InvitationNotFoundError)


async def test_links_for_an_admin(services: Services) -> None:
    token = (await services.invitations.make_admin_link()).partition("token=")[2]
    joins = [services.accounts.add_admin(token, f"guest{number}", PASSWORD) for number in range(MANY)]
    await use_at_once(joins, TicketNotFoundError)
