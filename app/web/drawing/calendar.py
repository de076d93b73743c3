"""The geometry of the activity calendar: a column for each week of a year, a square for each day, darker for more.

All coordinates are CSS pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.domains.progress.schemas import WEEKS
from app.kit.language import format_day, name_months, plural

if TYPE_CHECKING:
    from datetime import date

    from app.domains.progress.schemas import Activity

STEP: Final = 13
"""The distance from one day's square to the next, in CSS pixels; `progress.html` draws them with a side of 11."""
TITLE: Final = 18
"""The height of the line of months, in CSS pixels."""
STEPS: Final = (1, 3, 6, 10)
"""The least number of attempts on a day for each shade."""
LEAST_GAP: Final = 3
"""The minimum distance between two names of months, in weeks."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day's square: its upper left corner, its shade, which is 0 for no activity, and its label."""

    x: int
    y: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """The picture: its size, its squares, the names of months with their positions, and a description."""

    width: int
    height: int
    days: list[Day]
    months: list[tuple[int, str]]
    sentence: str


def draw_calendar(activity: Activity) -> Calendar:
    """Return the picture of the last year; weeks begin on Monday."""
    monday = activity.today - timedelta(days=activity.today.weekday())
    first = monday - timedelta(weeks=WEEKS - 1)
    days: list[Day] = []
    months: list[tuple[int, str]] = []
    for number in range((activity.today - first).days + 1):
        day = first + timedelta(days=number)
        week, weekday = divmod(number, 7)
        count = activity.days.get(day, 0)
        days.append(Day(week * STEP, TITLE + weekday * STEP, sum(count >= step for step in STEPS), _title(day, count)))
        if weekday == 0 and day.day <= 7 and (not months or week * STEP - months[-1][0] >= LEAST_GAP * STEP):  # noqa: PLR2004
            months.append((week * STEP, name_months()[day.month - 1]))
    active = sum(count > 0 for day, count in activity.days.items() if day >= first)
    sentence = plural("Active on %(num)s day in the last year.", "Active on %(num)s days in the last year.", active)
    return Calendar(WEEKS * STEP, TITLE + 7 * STEP, days, months, sentence)


def _title(day: date, count: int) -> str:
    return f"{format_day(day)}: " + plural("%(num)s attempt", "%(num)s attempts", count)
