"""Errors about progress."""

from __future__ import annotations

from app.kit.errors import NotFoundError
from app.kit.language import translate as _


class ProfileNotFoundError(NotFoundError):
    """There is no public profile with this name."""

    code = "profile_not_found"
    title = "No public profile"

    def __init__(self) -> None:
        super().__init__(_("There is no public profile with this name."))
