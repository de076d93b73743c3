"""The table of where a class is stuck: a row for each kata, a column for each of the most frequent reason codes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.kit.language import format_number
from app.kit.language import translate as _

if TYPE_CHECKING:
    from app.domains.stuck.schemas import StuckCell, StuckKata, StuckMap

COLUMNS: Final = 12
"""The maximum number of codes with their own column."""
LEVELS: Final = 5
HOUR_MINUTES: Final = 60
DAY_MINUTES: Final = 24 * HOUR_MINUTES


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A kata: its cells in the order of the columns, None if nobody got the code, and the cells of other codes."""

    kata: StuckKata
    cells: list[tuple[StuckCell, int] | None]
    others: list[StuckCell]
    tries: str
    time: str


@dataclass(frozen=True, slots=True)
class StuckTable:
    """The table, whose columns are `codes`."""

    codes: list[str]
    rows: list[HeatRow]


def draw_map(found: StuckMap) -> StuckTable:
    """Return a class's table. A cell's level, 1 to 5, is the share of those who tried the kata that got the code."""
    codes = found.codes[:COLUMNS]
    rows = []
    for kata in found.katas:
        by_code = {cell.code: cell for cell in kata.cells}
        cells = [
            (cell, shade(cell.students, kata.tried)) if (cell := by_code.get(code)) is not None else None
            for code in codes
        ]
        others = [cell for cell in kata.cells if cell.code not in codes]
        tries = "" if kata.tries is None else format_number(f"{kata.tries:g}")
        rows.append(HeatRow(kata, cells, others, tries, "" if kata.minutes is None else tell_minutes(kata.minutes)))
    return StuckTable(codes, rows)


def shade(students: int, tried: int) -> int:
    """Return the level of a share, 1 to 5."""
    return min(LEVELS, max(1, math.ceil(LEVELS * students / max(1, tried))))


def tell_minutes(minutes: float) -> str:
    """Return a duration in its largest fitting unit: `12 min`, `3 h`, `2 days`."""
    if minutes < 2 * HOUR_MINUTES:
        return _("%(number)s min", number=format_number(f"{minutes:.0f}"))
    if minutes < 2 * DAY_MINUTES:
        return _("%(number)s h", number=format_number(f"{minutes / HOUR_MINUTES:.0f}"))
    return _("%(number)s days", number=format_number(f"{minutes / DAY_MINUTES:.0f}"))
