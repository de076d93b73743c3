"""The gradebook as rows of a CSV file for spreadsheets."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from typing import TextIO

    from app.domains.courses.assignment_schemas import GradeRow

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""First characters that make a spreadsheet treat text as a formula; some also take the wide ones."""


def make_writer(file: TextIO) -> Any:  # noqa: ANN401 - the library's writer, whose type has no name
    """Return a writer of rows that quotes each text.

    Where a semicolon separates cells, as in German spreadsheets, an unquoted one would begin a cell within a text.
    """
    return csv.writer(file, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)


def list_cells(row: GradeRow) -> list[str | float]:
    """Return a student's row of the CSV file."""
    texts = [row.account or "", row.name, row.number, "; ".join(row.labels)]
    cells = ["" if cell is None else cell.points for cell in row.cells]
    return [*(guard(text) for text in texts), row.points, row.full, *cells]


def guard(text: str) -> str:
    """Return the text, escaped so that no spreadsheet treats it as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
