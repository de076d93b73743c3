"""What can't be shown of people's progress."""

from __future__ import annotations

from app.errors import NotFoundError
from app.language import translate as _


class ProfileNotFoundError(NotFoundError):
    """Nobody of this name shows anything."""

    code = "profile_not_found"
    title = "No public profile"

    def __init__(self) -> None:
        super().__init__(_("Nobody of this name shows their progress here."))
