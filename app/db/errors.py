"""Errors about values that the database can't store."""

from __future__ import annotations

from app.kit.errors import RequestError
from app.kit.language import translate as _


class UnstorableError(RequestError):
    """A number or text is too large for the database."""

    code = "unstorable"
    status = 422
    title = "Too large"

    def __init__(self) -> None:
        super().__init__(_("A number or text in this request is too large to store."))
