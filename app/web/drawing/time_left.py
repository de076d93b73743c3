"""How long a task still takes, in words."""

from __future__ import annotations

from typing import Final

from app.kit.language import translate as _

FEW_S: Final = 10
"""Estimates below this many seconds are too rough for a number."""
MINUTES_FROM_S: Final = 120
"""Estimates from this many seconds on are told in minutes."""


def tell_time_left(left_s: int | None, step_left_s: int | None) -> str:
    """Return the estimated time until a task is over or, where that is unknown, its current step; or an empty text."""
    if left_s is None:
        return "" if step_left_s is None else _("this step: %(time)s left", time=_tell(step_left_s))
    return _("%(time)s left", time=_tell(left_s))


def _tell(seconds: int) -> str:
    if seconds < FEW_S:
        return _("a few seconds")
    if seconds < MINUTES_FROM_S:
        return _("about %(number)s s", number=round(seconds, -1))
    return _("about %(number)s min", number=round(seconds / 60))
