"""Manages an account's webhooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.db.statuses import Role
from app.domains.accounts.repository import lock_user
from app.domains.audit.log import Action, record
from app.domains.webhooks import repository
from app.domains.webhooks.addresses import check_url
from app.domains.webhooks.errors import TooManyWebhooksError, WebhookNotFoundError
from app.domains.webhooks.schemas import FreshWebhook, Tested, TestMessage
from app.domains.webhooks.signing import make_secret
from app.kit.errors import ConflictError, ForbiddenError, InvalidInputError
from app.kit.json_values import dump_json
from app.kit.language import translate as _

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.models import Webhook
    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.vault.keys import Vault
    from app.domains.webhooks.schemas import DeliveryView, WebhookView
    from app.kit.settings import Settings

MAX_WEBHOOKS: Final = 5
"""Maximum number of webhooks per account."""
SHOWN: Final = 20
"""Maximum number of a webhook's messages that are listed."""


class WebhookService:
    """Creates, lists, tests and deletes webhooks; the sender delivers to them."""

    def __init__(self, settings: Settings, database: Database, vault: Vault) -> None:
        self._allowed = settings.webhook_allowed
        self._database = database
        self._vault = vault

    async def make(
        self, user: Account, url: str, *, for_all: bool = False, course_id: int | None = None
    ) -> FreshWebhook:
        """Create a webhook; `for_all`: for everybody's verdicts, by admins; `course_id`: for a course's changed grades.

        Raises `InvalidInputError`, `ForbiddenError` and `TooManyWebhooksError`.
        """
        if for_all and user.role is not Role.ADMIN:
            raise ForbiddenError(_("Only admins can receive everybody's verdicts."))
        url, secret = check_url(url, self._allowed), make_secret()

        def store(session: Session) -> WebhookView:
            lock_user(session, user.id)
            if repository.count_webhooks(session, user.id) >= MAX_WEBHOOKS:
                raise TooManyWebhooksError(MAX_WEBHOOKS)
            if for_all:
                record(session, Action.WEBHOOK_FOR_ALL, user.name, url=url)
            sealed = self._vault.seal(session, secret)
            return repository.add_webhook(
                session, user_id=user.id, url=url, secret=sealed, for_all=for_all, course_id=course_id
            )

        return FreshWebhook(webhook=await self._database.write(store), secret=secret)

    async def list_webhooks(self, user: Account) -> list[WebhookView]:
        """Return an account's webhooks, oldest first."""
        return await self._database.read(lambda session: repository.list_webhooks(session, user.id))

    async def list_deliveries(self, user: Account, public_id: str) -> list[DeliveryView]:
        """Return a webhook's last messages, newest first; raises `WebhookNotFoundError`."""
        return await self._database.read(
            lambda session: repository.list_deliveries(session, _find(session, user, public_id).id, SHOWN)
        )

    async def delete(self, user: Account, public_id: str) -> None:
        """Delete a webhook with its waiting messages; raises `WebhookNotFoundError`."""
        await self._database.write(
            lambda session: repository.delete_webhook(session, _find(session, user, public_id).id)
        )

    async def enable(self, user: Account, public_id: str) -> None:
        """Enable a disabled webhook, for new messages only; raises `WebhookNotFoundError`."""
        await self._database.write(lambda session: repository.enable(session, _find(session, user, public_id).id))

    async def try_out(self, user: Account, public_id: str) -> DeliveryView:
        """Queue a test message, even for a disabled webhook, and return it.

        Raises `WebhookNotFoundError`, and `ConflictError` while another message waits for its first attempt.
        """

        def store(session: Session) -> DeliveryView:
            webhook = _find(session, user, public_id)
            if repository.count_untried(session, webhook.id):
                raise ConflictError(_("Another message to this address is still waiting: wait until it has been sent."))
            message = TestMessage(timestamp=now(), data=Tested(webhook=public_id))
            repository.add_deliveries(session, [(webhook.id, dump_json(message))])
            return repository.list_deliveries(session, webhook.id, 1)[0]

        return await self._database.write(store)

    async def measure_backlog(self) -> tuple[int, datetime | None]:
        """Return the number of waiting messages, and when the oldest was made."""
        return await self._database.read(repository.measure_backlog)

    async def send_again(self, user: Account, public_id: str, message: str) -> None:
        """Send one of a webhook's messages again, and enable the webhook.

        Raises `WebhookNotFoundError`, and `InvalidInputError` if it has no such message.
        """

        def store(session: Session) -> None:
            webhook = _find(session, user, public_id)
            if not repository.send_again(session, webhook.id, message):
                raise InvalidInputError("message", _("This message has been deleted; messages are kept for a month."))
            repository.enable(session, webhook.id)

        await self._database.write(store)


def _find(session: Session, user: Account, public_id: str) -> Webhook:
    webhook = repository.find_webhook(session, user.id, public_id)
    if webhook is None:
        raise WebhookNotFoundError
    return webhook
