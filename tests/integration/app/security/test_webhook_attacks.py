"""Webhooks: messages that a stolen runner stored, and owners who have lost their rights."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select, text, update

from app.db.models import User, WebhookDelivery, now
from tests.integration.app.conftest import EACH_DATABASE
from tests.integration.app.test_webhooks import _by_hand, receiver, settings  # noqa: F401 - fixtures
from tests.integration.app.test_webhooks import _make as make_webhook
from tests.integration.app.test_webhooks import _send as send_due

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.services import Services
    from tests.integration.app.conftest import Person
    from tests.integration.app.test_webhooks import Receiver

pytestmark = EACH_DATABASE


async def test_a_disabled_account_is_told_nothing(
    ada: Person,
    application: FastAPI,
    receiver: Receiver,  # noqa: F811
) -> None:
    await make_webhook(ada, receiver.url)
    await ada.solve()
    services: Services = application.state.services
    disabled = update(User).where(User.name == "ada").values(disabled_at=now())
    await services.database.write(lambda session: session.execute(disabled))
    assert await send_due(application) == 0
    assert receiver.requests == []


POISON: list[dict[str, object]] = [
    {"body": "[]"},
    {"body": "{"},
    {"body": "[" * 100_000},
    {"body": '{"data": ["id"]}'},
    {"body": '{"data": {"id": "\\u0000"}}'},
    {"attempts": 2**31 - 1},
    {"attempts": -(2**31)},
    {"public_id": "é\r\nx-forged: 1"},
]


async def test_what_a_stolen_runner_stores_stops_no_other_message(
    ada: Person,
    application: FastAPI,
    receiver: Receiver,  # noqa: F811
) -> None:
    """A runner's role in the database may store any message; each of these is due before an honest one."""
    await make_webhook(ada, receiver.url)
    for _ in POISON:
        await ada.solve()
    services: Services = application.state.services
    rows = select(WebhookDelivery).order_by(WebhookDelivery.id)

    def poison(session: Session) -> None:
        for row, values in zip(session.scalars(rows), POISON, strict=True):
            row.next_at = now() - timedelta(days=1)
            for name, value in values.items():
                setattr(row, name, value)
        if not services.settings.is_sqlite:  # a time that Python doesn't have
            session.flush()
            session.execute(text("UPDATE webhook_deliveries SET next_at = '-infinity' WHERE body = '[]'"))

    await services.database.write(poison)
    await ada.solve()
    honest = await services.database.read(
        lambda session: session.scalar(select(WebhookDelivery.public_id).order_by(WebhookDelivery.id.desc()).limit(1))
    )
    for _ in POISON:
        await send_due(application)
    assert honest in {headers["webhook-id"] for _line, headers, _body in receiver.requests}
    assert not [headers for _line, headers, _body in receiver.requests if "x-forged" in headers]
