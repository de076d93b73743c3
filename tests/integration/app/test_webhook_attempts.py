"""What happens to a webhook while one of its messages is on its way."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.domains.webhooks import sender as module
from app.domains.webhooks.repository import disable, take_due
from tests.integration.app.conftest import EACH_DATABASE
from tests.integration.app.test_webhooks import Receiver, _by_hand, _list, _make, receiver, settings

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.domains.webhooks.schemas import Due
    from tests.integration.app.conftest import Person

__all__ = ["_by_hand", "receiver", "settings"]
pytestmark = EACH_DATABASE


async def _take(application: FastAPI) -> Due:
    """Take the only due message, as a sender that is about to send it."""
    database = application.state.services.database
    taken: list[Due] = await database.write(lambda session: take_due(session, timedelta(seconds=60), 1))
    return taken[0]


async def test_a_late_failure_revives_no_message_of_a_disabled_webhook(
    ada: Person, application: FastAPI, receiver: Receiver
) -> None:
    made = await _make(ada, receiver.url)
    await ada.solve()
    database, due = application.state.services.database, await _take(application)
    await database.write(lambda session: disable(session, due.webhook_id))
    await database.write(lambda session: module._record(session, due, "no answer in time", good=False, gone=False))
    assert [one["status"] for one in await _list(ada, made)] == ["failed"]


async def test_a_message_that_is_to_be_sent_again_is_not_ended_by_the_attempt_before(
    ada: Person, application: FastAPI, receiver: Receiver
) -> None:
    made = await _make(ada, receiver.url)
    await ada.solve()
    database, due = application.state.services.database, await _take(application)
    [message] = await _list(ada, made)
    await ada.send(f"/account/webhooks/{made['webhook']['id']}/send", message=message["id"])
    await database.write(lambda session: module._record(session, due, "status 204", good=True, gone=False))
    [message] = await _list(ada, made)
    assert (message["status"], message["attempts"]) == ("waiting", 0)


async def test_an_attempt_ends_no_other_message(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    """In SQLite a message may get the row id of a deleted one, and a webhook, too."""
    made = await _make(ada, receiver.url)
    await ada.solve()
    database, due = application.state.services.database, await _take(application)
    await ada.http.delete(f"/api/v1/webhooks/{made['webhook']['id']}")
    made = await _make(ada, receiver.url)
    await ada.solve()
    other = await _take(application)
    if database.is_sqlite:
        assert other.id == due.id
    await database.write(lambda session: module._record(session, due, "status 410", good=False, gone=True))
    assert [one["status"] for one in await _list(ada, made)] == ["waiting"]
