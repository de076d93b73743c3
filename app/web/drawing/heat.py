"""The map of an array's errors as numbers for a picture.

The `values` check of a sample says in its `data` where the output differs. What a report holds was made by the grader,
but reports of older versions hold less, so any field here may be missing.
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
"""Shades of an error; 0 is none."""
DECADES_PER_LEVEL: Final = 1.5
CELL: Final = 10


@dataclass(frozen=True, slots=True)
class Worst:
    """One element that differs, with both values as text."""

    where: str
    got: str
    expected: str
    error: float


@dataclass(frozen=True, slots=True)
class ErrorMap:
    """The largest error of each block of an array, row by row; `block` is rows and columns that a cell stands for."""

    shape: list[int]
    block: list[int]
    errors: list[list[float]]


@dataclass(frozen=True, slots=True)
class Difference:
    """What the `values` check tells of an array that differs."""

    path: str
    worst: list[Worst]
    map: ErrorMap | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A run of equal cells in one row: place and size in CSS pixels, and its shade."""

    x: int
    y: int
    width: int
    level: int


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The picture: its size in CSS pixels, its cells, and the same in words. Without a map there are no cells."""

    width: int
    height: int
    cells: list[Cell]
    worst: list[Worst]
    sentence: str


def draw_heat(case: CaseReport) -> HeatMap | None:
    """Return the picture of the first array of a sample that differs; None where the report doesn't tell."""
    for check in case.checks:
        if check.check == "values" and not check.passed and not case.hidden:
            try:
                found = read_difference(check.data)
            except (KeyError, TypeError, ValueError):
                return None
            return _draw(found) if found.worst or found.map else None
    return None


def read_difference(data: Mapping[str, Any]) -> Difference:
    """Return what a check's `data` tells; raises `KeyError`, `TypeError` or `ValueError` for anything else."""
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
            "%(off)s of %(total)s elements of %(place)s, shape %(shape)s, differ. Stronger colours are larger errors.",
            **values,
        )
    else:
        sentence = _(
            "%(off)s of %(total)s blocks of %(place)s, shape %(shape)s, differ. Stronger colours are larger errors.",
            **values,
        )
    return HeatMap(max(map(len, rows)) * CELL, len(rows) * CELL, cells, found.worst, sentence)


def _shade(error: float) -> int:
    if not error > 0:
        return 0
    return min(LEVELS, max(1, math.ceil(math.log10(error + 1) / DECADES_PER_LEVEL)))
