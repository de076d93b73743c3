"""Errors about rate limits, and their headers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.kit.errors import RequestError
from app.kit.language import plural
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping


class TooManyRequestsError(RequestError):
    """An address or an account sent too many requests."""

    code = "too_many_requests"
    status = 429
    title = "Too many requests"

    def __init__(self, limit: int, retry_after_s: int) -> None:
        super().__init__(
            plural(
                "You can send %(limit)s requests a minute. Try again in %(num)s second.",
                "You can send %(limit)s requests a minute. Try again in %(num)s seconds.",
                retry_after_s,
                limit=limit,
            )
        )
        self.limit = limit
        self.retry_after_s = retry_after_s

    @property
    def headers(self) -> Mapping[str, str]:
        """The seconds after which to retry, and the limit."""
        return {"Retry-After": str(self.retry_after_s), **describe_limit("requests", self.limit, 0, self.retry_after_s)}


class TooManyStreamsError(RequestError):
    """An account, or a guest's address, has too many event streams open."""

    code = "too_many_streams"
    status = 429
    title = "Too many open streams"

    def __init__(self, limit: int = 20) -> None:
        super().__init__(_("You can have %(limit)s event streams open at once: close one, or a page.", limit=limit))

    @property
    def headers(self) -> Mapping[str, str]:
        """The seconds after which to retry."""
        return {"Retry-After": "5"}


def describe_limit(name: str, limit: int, remaining: int, reset_s: int) -> dict[str, str]:
    """Return the headers that describe a limit per minute (draft-ietf-httpapi-ratelimit-headers)."""
    return {"RateLimit-Policy": f'"{name}";q={limit};w=60', "RateLimit": f'"{name}";r={remaining};t={reset_s}'}
