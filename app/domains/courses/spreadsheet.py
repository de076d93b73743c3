"""The gradebook as rows of a CSV file for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.domains.courses.assignment_schemas import GradeRow

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet treat text as a formula."""


def list_cells(row: GradeRow) -> list[str | float]:
    """Return a student's row of the CSV file."""
    texts = [row.account or "", row.name, row.number, "; ".join(row.labels)]
    cells = ["" if cell is None else cell.points for cell in row.cells]
    return [*(guard(text) for text in texts), row.points, row.full, *cells]


def guard(text: str) -> str:
    """Return the text, escaped so that no spreadsheet treats it as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
