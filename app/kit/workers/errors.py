"""Errors of tasks that end without a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.kit.errors import RequestError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping


class TooHeavyError(RequestError):
    """A text needs more processor time or memory than is allowed for any text."""

    code = "too_heavy"
    status = 422
    title = "Too much work"

    def __init__(self) -> None:
        super().__init__(_("This text takes too long to process: make it shorter or simpler."))


class WorkersBusyError(RequestError):
    """The user has too many running tasks, or all workers are busy."""

    code = "workers_busy"
    status = 429
    title = "Too much work at once"

    def __init__(self) -> None:
        super().__init__(_("Too many texts are being processed right now. Try again in a few seconds."))

    @property
    def headers(self) -> Mapping[str, str]:
        """When to try again, in seconds."""
        return {"Retry-After": "5"}
