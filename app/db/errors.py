"""What the database can't do with a request."""

from __future__ import annotations

from app.errors import RequestError
from app.language import translate as _


class UnstorableError(RequestError):
    """The database has no room for a number or a text."""

    code = "unstorable"
    status = 422
    title = "Too large"

    def __init__(self) -> None:
        super().__init__(_("A number or a text in this request is larger than anything that is stored here."))
