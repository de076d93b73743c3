"""Requests at the same time: together they may no more than one after the other."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from app.domains.accounts.scopes import Scope
from app.domains.tokens import repository as token_repository
from app.domains.tokens import service as token_service
from app.domains.tokens.errors import TooManyTokensError
from app.domains.webhooks import repository as webhook_repository
from app.domains.webhooks.errors import TooManyWebhooksError
from app.domains.webhooks.service import MAX_WEBHOOKS
from tests.integration.app.conftest import EACH_DATABASE

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable

    import pytest

    from app.domains.accounts.schemas import Account
    from app.services import Services

pytestmark = EACH_DATABASE

PAUSE_S = 0.2
"""How long each request waits between counting and adding, so that the others would count the same."""


async def test_tokens_and_programs_that_may_claim_one(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    _count_slowly(monkeypatch, token_repository, "count_tokens")
    monkeypatch.setattr(token_service, "MAX_TOKENS", 2)
    device = await services.devices.begin("a program", [Scope.READ], "http://dojo.test")
    await services.devices.decide(account, device.user_code, allow=True)
    assert await _list_refusals(services.tokens.make(account) for _ in range(3)) == [TooManyTokensError] * 2
    assert len(await services.tokens.list_tokens(account)) == 1


async def test_webhooks(services: Services, account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    _count_slowly(monkeypatch, webhook_repository, "count_webhooks")
    url = "https://hooks.example.com/dojo"
    for _ in range(MAX_WEBHOOKS - 1):
        await services.webhooks.make(account, url)
    assert await _list_refusals(services.webhooks.make(account, url) for _ in range(3)) == [TooManyWebhooksError] * 2


def _count_slowly(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:  # noqa: ANN401 - a module
    count = getattr(module, name)

    def count_slowly(*arguments: Any) -> int:  # noqa: ANN401 - what the function takes
        found: int = count(*arguments)
        time.sleep(PAUSE_S)
        return found

    monkeypatch.setattr(module, name, count_slowly)


async def _list_refusals(requests: Iterable[Coroutine[Any, Any, object]]) -> list[type[BaseException]]:
    """Make all requests at the same time; return the errors of those that were refused."""
    found = await asyncio.gather(*requests, return_exceptions=True)
    return [type(one) for one in found if isinstance(one, BaseException)]
