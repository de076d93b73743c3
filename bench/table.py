"""Prints a benchmark's figures as a table."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Row:
    """A figure, its ratio to another, and its target."""

    figure: str
    value: str
    ratio: str
    target: str = ""


def find_p95(taken: list[float]) -> float:
    """Return the 95th percentile of at least two numbers."""
    return statistics.quantiles(taken, n=20, method="inclusive")[-1]


def spread(milliseconds: list[float]) -> str:
    """Return the median and the 95th percentile of some times, as text."""
    if len(milliseconds) < 2:  # noqa: PLR2004 - a percentile needs two
        return f"{milliseconds[0]:.0f} ms"
    return f"{statistics.median(milliseconds):.0f} ms (p95 {find_p95(milliseconds):.0f}, n={len(milliseconds)})"


def print_table(title: str, rows: list[Row], columns: tuple[str, str, str] = ("figure", "median", "ratio")) -> None:
    """Print the rows under a title; `columns` are the names of the first three."""
    table = Table(title=title, title_justify="left")
    for column in columns:
        table.add_column(column)
    has_targets = any(row.target for row in rows)
    if has_targets:
        table.add_column("target")
    for row in rows:
        table.add_row(row.figure, row.value, row.ratio, *([row.target] if has_targets else []))
    Console().print(table)
