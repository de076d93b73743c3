"""The gradebook as rows of a CSV file, which spreadsheets open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from app.domains.courses.assignment_schemas import GradeRow

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a text for a formula."""


def list_cells(row: GradeRow) -> list[str | float]:
    """Return a student's row of the CSV file."""
    texts = [row.account or "", row.name, row.number, "; ".join(row.labels)]
    cells = ["" if cell is None else cell.points for cell in row.cells]
    return [*(guard(text) for text in texts), row.points, row.full, *cells]


def guard(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
