"""Errors about refused submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.limits.errors import describe_limit
from app.kit.errors import RequestError
from app.kit.language import plural
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping


class ProblemRetiredError(RequestError):
    """The problem is retired."""

    code = "problem_retired"
    status = 410
    title = "Retired"

    def __init__(self) -> None:
        super().__init__(_("This problem is retired and takes no more submissions. You can still read what you sent."))


class TooManyPendingError(RequestError):
    """Too many of the user's submissions are still waiting to be graded."""

    code = "too_many_pending"
    status = 429
    title = "One at a time"

    def __init__(self, pending: int, retry_after_s: int) -> None:
        super().__init__(
            plural(
                "%(num)s of your submissions is still waiting or running. Try again when it is done.",
                "%(num)s of your submissions are still waiting or running. Try again when one is done.",
                pending,
            )
        )
        self.retry_after_s = retry_after_s

    @property
    def headers(self) -> Mapping[str, str]:
        """The seconds after which to retry."""
        return {"Retry-After": str(self.retry_after_s)}


class TooManySubmissionsError(RequestError):
    """The user sent too many submissions in the last minute."""

    code = "too_many_submissions"
    status = 429
    title = "Too many submissions"

    def __init__(self, limit: int, retry_after_s: int) -> None:
        super().__init__(
            plural(
                "You can send %(limit)s submissions a minute. Try again in %(num)s second.",
                "You can send %(limit)s submissions a minute. Try again in %(num)s seconds.",
                retry_after_s,
                limit=limit,
            )
        )
        self.limit = limit
        self.retry_after_s = retry_after_s

    @property
    def headers(self) -> Mapping[str, str]:
        """The seconds after which to retry, and the limit."""
        return {
            "Retry-After": str(self.retry_after_s),
            **describe_limit("submissions", self.limit, 0, self.retry_after_s),
        }


class IdempotencyMismatchError(RequestError):
    """An `Idempotency-Key` was reused with another request."""

    code = "idempotency_mismatch"
    status = 422
    title = "This key belongs to another request"

    def __init__(self) -> None:
        super().__init__(
            _(
                "You sent this `Idempotency-Key` with another body within the last day. Use a new key for each "
                "submission, and repeat a key only to resend the same one."
            )
        )
