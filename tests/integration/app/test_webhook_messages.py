"""For how long messages to webhooks are kept, and which of them count as waiting."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import update

from app.db.models import WebhookDelivery, now
from app.db.statuses import Role
from app.domains.webhooks.repository import HELD
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, make_instructor
from tests.integration.app.test_courses import check, join, make_course, make_learner
from tests.integration.app.test_exams import hold
from tests.integration.app.test_webhooks import Receiver, _by_hand, _list, _make, _send, receiver, settings

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person

__all__ = ["_by_hand", "receiver", "settings"]
pytestmark = EACH_DATABASE


async def test_old_messages_are_deleted_even_if_no_new_ones_come(
    ada: Person, application: FastAPI, receiver: Receiver
) -> None:
    made = await _make(ada, receiver.url)
    await ada.solve()
    await _send(application)
    old = update(WebhookDelivery).values(next_at=now() - timedelta(days=31))
    await application.state.services.database.write(lambda session: session.execute(old))
    await _send(application)
    assert await _list(ada, made) == []


async def test_messages_about_a_deleted_account_go_with_it(
    ada: Person, nobody: Person, application: FastAPI, receiver: Receiver
) -> None:
    await nobody.sign_up("adam")
    async with make_instructor(application, "root", Role.ADMIN) as root:
        made = await _make(root, receiver.url, for_all=True)
        for person in (ada, nobody):
            await person.solve()
        assert len(await _list(root, made)) == 2
        assert (await ada.send("/account/delete", password=PASSWORD)).status_code == 303
        await _send(application)
        assert [json.loads(body)["data"]["user"] for _line, _headers, body in receiver.requests] == ["adam"]
        assert len(await _list(root, made)) == 1


async def test_a_held_message_is_in_nobodys_way(application: FastAPI, receiver: Receiver) -> None:
    """It doesn't count as stuck for operators, nor for somebody who tries out the address."""
    services = application.state.services
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        _exam, path = await hold(iris, course, holds_verdicts=True)
        hook = check(await ada.http.post("/api/v1/webhooks", json={"url": receiver.url}), 201)
        check(await ada.http.post(f"{path}/start", json={}))
        await ada.solve()
        begun = now()
        assert await _send(application) == 0
        count, oldest = await services.webhooks.measure_backlog()
        assert count == 1
        assert oldest is not None
        assert oldest > begun, "it hasn't waited yet"
        here = f"/api/v1/webhooks/{hook['webhook']['id']}"
        assert check(await ada.http.get(f"{here}/deliveries"))["deliveries"][0]["result"] == HELD
        check(await ada.http.post(f"{here}/test"), 202)
        check(await ada.http.post(f"{here}/test"), 409)
