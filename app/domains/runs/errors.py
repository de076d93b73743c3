"""Errors about temporary runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.limits.errors import describe_limit
from app.kit.errors import RequestError
from app.kit.language import plural
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping


class RunNotFoundError(RequestError):
    """No run has this id, or it is no longer kept."""

    code = "run_not_found"
    status = 404
    title = "No such run"

    def __init__(self) -> None:
        super().__init__(_("There is no such run. A guest's run is deleted after a few minutes: run the code again."))


class TooManyGuestRunsError(RequestError):
    """Too many runs by one guest's address, or by all guests together."""

    code = "too_many_guest_runs"
    status = 429
    title = "Too many runs without an account"

    def __init__(self, limit: int, retry_after_s: int, *, is_everybody: bool) -> None:
        everybody = plural(
            "Too many people are running code without an account. "
            "Try again in %(num)s second, or sign up: members go first.",
            "Too many people are running code without an account. "
            "Try again in %(num)s seconds, or sign up: members go first.",
            retry_after_s,
        )
        own = plural(
            "You can run code %(limit)s times a minute without an account. Try again in %(num)s second.",
            "You can run code %(limit)s times a minute without an account. Try again in %(num)s seconds.",
            retry_after_s,
            limit=limit,
        )
        super().__init__(everybody if is_everybody else own)
        self.limit = limit
        self.retry_after_s = retry_after_s

    @property
    def headers(self) -> Mapping[str, str]:
        """The seconds after which to retry, and the limit."""
        limit = describe_limit("guest-runs", self.limit, 0, self.retry_after_s)
        return {"Retry-After": str(self.retry_after_s), **limit}
