"""Errors about threads and requests."""

from __future__ import annotations

from app.kit.errors import ConflictError, ForbiddenError, NotFoundError
from app.kit.language import translate as _


class ThreadNotFoundError(NotFoundError):
    """There is no such submission, request or comment, or the user may not see it."""

    code = "thread_not_found"
    title = "No such submission or request"

    def __init__(self) -> None:
        super().__init__(_("There is no such submission, request or comment, or you may not see it."))


class ThreadClosedError(ForbiddenError):
    """An exam holds the submission's verdict, which the thread could reveal."""

    code = "thread_closed"
    title = "Not before the verdict"

    def __init__(self) -> None:
        super().__init__(_("An exam holds this verdict. You can read and write here once it is released."))


class RequestRefusedError(ConflictError):
    """No review can be requested now: it is too early or too late, or a request is already open."""

    code = "request_refused"
    title = "Not now"


class TooMuchWrittenError(ConflictError):
    """The user's daily limit is reached, or a thread or a course's comments are full."""

    code = "too_much_written"
    title = "Enough for now"
