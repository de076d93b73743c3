"""Errors about ratings."""

from __future__ import annotations

from app.kit.errors import ForbiddenError
from app.kit.language import translate as _


class RatingClosedError(ForbiddenError):
    """Only those who solved a kata or gave up may rate it, and its authors may not."""

    code = "rating_closed"
    title = "You can't rate it"

    def __init__(self) -> None:
        super().__init__(
            _(
                "You can rate a kata once you have solved it, or given up and seen its solution. "
                "Its authors can't rate it."
            )
        )
