"""Why a submission isn't taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import RequestError
from app.language import plural
from app.language import translate as _
from app.limits.errors import tell_limit

if TYPE_CHECKING:
    from collections.abc import Mapping


class ProblemRetiredError(RequestError):
    """The problem is taken off the list."""

    code = "problem_retired"
    status = 410
    title = "Retired"

    def __init__(self) -> None:
        super().__init__(_("This problem is retired and takes no more submissions. What you sent stays readable."))


class TooManyPendingError(RequestError):
    """The user's earlier submissions wait to be graded."""

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
        """When to try again, in seconds."""
        return {"Retry-After": str(self.retry_after_s)}


class TooManySubmissionsError(RequestError):
    """The user sent as many submissions in the last minute as anybody may."""

    code = "too_many_submissions"
    status = 429
    title = "Too many submissions"

    def __init__(self, limit: int, retry_after_s: int) -> None:
        super().__init__(
            plural(
                "More than %(limit)s submissions in a minute are too many. Try again in %(num)s second.",
                "More than %(limit)s submissions in a minute are too many. Try again in %(num)s seconds.",
                retry_after_s,
                limit=limit,
            )
        )
        self.limit = limit
        self.retry_after_s = retry_after_s

    @property
    def headers(self) -> Mapping[str, str]:
        """When to try again, in seconds, and what the limit is."""
        return {"Retry-After": str(self.retry_after_s), **tell_limit("submissions", self.limit, 0, self.retry_after_s)}


class IdempotencyMismatchError(RequestError):
    """The key of an earlier request came again with another one."""

    code = "idempotency_mismatch"
    status = 422
    title = "This key belongs to another request"

    def __init__(self) -> None:
        super().__init__(
            _(
                "You sent this `Idempotency-Key` with another body within the last day. Take a new key for each "
                "submission, and the same only to send the same again."
            )
        )
