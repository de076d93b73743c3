"""Errors about webhooks."""

from __future__ import annotations

from app.kit.errors import ConflictError, NotFoundError
from app.kit.language import translate as _


class WebhookNotFoundError(NotFoundError):
    """The user has no webhook with this id."""

    code = "webhook_not_found"
    title = "No such webhook"

    def __init__(self) -> None:
        super().__init__(_("You have no such webhook. It may have been deleted already."))


class TooManyWebhooksError(ConflictError):
    """The account has the maximum number of webhooks."""

    code = "too_many_webhooks"
    title = "Too many webhooks"

    def __init__(self, most: int) -> None:
        super().__init__(_("An account can have at most %(most)s webhooks: delete one first.", most=most))
