"""The geometry of a heat map of an array's errors.

The `values` check of a sample stores in its `data` where the output differs. The grader writes that, but reports of
older versions contain less, so any field here may be missing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.report import CaseReport

LEVELS: Final = 5
"""The number of shades for errors; shade 0 means no error."""
DECADES_PER_LEVEL: Final = 1.5
CELL: Final = 10
"""The side of a cell, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class Worst:
    """An element that differs, with both values as text."""

    where: str
    got: str
    expected: str
    error: float


@dataclass(frozen=True, slots=True)
class ErrorMap:
    """The largest error in each block of an array, row by row; `block` is the number of rows and columns of a block."""

    shape: list[int]
    block: list[int]
    errors: list[list[float]]


@dataclass(frozen=True, slots=True)
class Difference:
    """The `values` check's data about an array that differs."""

    path: str
    worst: list[Worst]
    map: ErrorMap | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A run of equal cells in one row: its position and size in CSS pixels, and its shade."""

    x: int
    y: int
    width: int
    level: int


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The picture: its size in CSS pixels, its cells, and a description. Without a map there are no cells."""

    width: int
    height: int
    cells: list[Cell]
    worst: list[Worst]
    sentence: str


def draw_heat(case: CaseReport) -> HeatMap | None:
    """Return the picture of the first array of a sample that differs; None if the report has no data for it."""
    for check in case.checks:
        if check.check == "values" and not check.passed and not case.hidden:
            try:
                found = read_difference(check.data)
            except (KeyError, TypeError, ValueError):
                return None
            return _draw(found) if found.worst or found.map else None
    return None


def read_difference(data: Mapping[str, Any]) -> Difference:
    """Return the difference in a check's `data`; raises `KeyError`, `TypeError` or `ValueError` if it is invalid."""
    drawn = data.get("map")
    return Difference(
        path=_read_text(data.get("path", "")),
        worst=[
            Worst(
                where=_read_text(one["where"]),
                got=_read_text(one["got"]),
                expected=_read_text(one["expected"]),
                error=_read_number(one["error"]),
            )
            for one in data.get("worst", [])
        ],
        map=None
        if drawn is None
        else ErrorMap(
            shape=[int(_read_number(size)) for size in drawn["shape"]],
            block=[int(_read_number(size)) for size in drawn["block"]],
            errors=[[_read_number(error) for error in row] for row in drawn["errors"]],
        ),
    )


def _read_text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _read_number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return value


def _draw(found: Difference) -> HeatMap:
    if found.map is None or not found.map.errors:
        return HeatMap(0, 0, [], found.worst, "")
    rows = found.map.errors
    cells: list[Cell] = []
    for y, row in enumerate(rows):
        start = 0
        levels = [_shade(error) for error in row]
        for x in range(1, len(levels) + 1):
            if x == len(levels) or levels[x] != levels[start]:
                cells.append(Cell(start * CELL, y * CELL, (x - start) * CELL, levels[start]))
                start = x
    flat = [error for row in rows for error in row]
    off = sum(error > 0 for error in flat)
    values = {
        "off": off,
        "total": len(flat),
        "place": f"`{found.path}`" if found.path else _("the output"),
        "shape": tuple(found.map.shape),
    }
    if found.map.block == [1, 1]:
        sentence = _(
            "%(off)s of %(total)s elements of %(place)s, shape %(shape)s, aren't exactly equal. Stronger colours are "
            "larger errors.",
            **values,
        )
    else:
        sentence = _(
            "%(off)s of %(total)s blocks of %(place)s, shape %(shape)s, aren't exactly equal. Stronger colours are "
            "larger errors.",
            **values,
        )
    return HeatMap(max(map(len, rows)) * CELL, len(rows) * CELL, cells, found.worst, sentence)


def _shade(error: float) -> int:
    if not error > 0:
        return 0
    return min(LEVELS, max(1, math.ceil(math.log10(error + 1) / DECADES_PER_LEVEL)))
