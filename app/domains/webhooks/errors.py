"""Why a webhook can't be made or found, and why a message didn't arrive."""

from __future__ import annotations

from app.kit.errors import ConflictError, NotFoundError
from app.kit.language import translate as _


class WebhookNotFoundError(NotFoundError):
    """The asker has no webhook with this id."""

    code = "webhook_not_found"
    title = "No such webhook"

    def __init__(self) -> None:
        super().__init__(_("You have no such webhook. It may have been deleted already."))


class TooManyWebhooksError(ConflictError):
    """Somebody has as many webhooks as an account may have."""

    code = "too_many_webhooks"
    title = "Too many webhooks"

    def __init__(self, most: int) -> None:
        super().__init__(_("An account can have at most %(most)s webhooks: delete one first.", most=most))
