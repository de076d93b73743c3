"""`make truth`: grades the whole corpus and tells how often the grader erred; exit status 1 if it did."""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from grader.client import Grader
from grader.settings import GraderSettings
from tests.truth.corpus import SLUGS
from tests.truth.katas import Problem, publish_kata

if TYPE_CHECKING:
    from grader.report import Report
    from tests.truth.corpus import Entry

CONSOLE = Console()


@dataclass
class Tally:
    """What came of one problem's part of the corpus."""

    problem: str
    right: int = 0
    wrong: int = 0
    misses: dict[str, list[str]] = field(default_factory=lambda: {"accept": [], "reject": [], "reason": []})

    def add(self, entry: Entry, report: Report) -> None:
        """Count one solution."""
        self.right += entry.right
        self.wrong += not entry.right
        kind = miss(entry, report)
        if kind:
            got = f"{report.verdict} {report.code}: {report.message}"
            self.misses[kind].append(f"{entry.problem}/{entry.name} must get {', '.join(entry.codes)}; got {got}")


def miss(entry: Entry, report: Report) -> str:
    """Return what is wrong with a report: a false `accept`, a false `reject`, another `reason`; empty if nothing is."""
    if entry.allows(report.code):
        return ""
    if entry.right:
        return "reject"
    return "accept" if report.verdict == "accepted" else "reason"


def grade_all(problem: Problem, entries: list[Entry], *, verbose: bool) -> Tally:
    """Grade a problem's solutions, two at a time."""
    tally = Tally(problem.slug)
    with ThreadPoolExecutor(max_workers=2) as executor:
        for number, (entry, report) in enumerate(zip(entries, executor.map(problem.grade, entries), strict=True), 1):
            tally.add(entry, report)
            if verbose:
                print(f"{problem.slug}/{entry.name}: {report.code}", flush=True)
            elif number % 20 == 0 or number == len(entries):
                print(f"{problem.slug}: {number} of {len(entries)}", file=sys.stderr, flush=True)
    return tally


def print_tallies(tallies: list[Tally]) -> bool:
    """Print the table and every miss; say whether there is none."""
    table = Table(title="Truth of verdicts", title_justify="left")
    for heading in ("problem", "right", "wrong", "false accepts", "false rejects", "wrong reason"):
        table.add_column(heading, justify="left" if heading == "problem" else "right")
    rows = [(t.problem, t.right, t.wrong, *map(len, t.misses.values())) for t in tallies]
    totals = [sum(column) for column in zip(*(row[1:] for row in rows), strict=True)]
    for row in [*rows, ("all", *totals)]:
        table.add_row(*map(str, row))
    CONSOLE.print(table)
    missed = [line for tally in tallies for lines in tally.misses.values() for line in lines]
    for line in missed:
        print(line)
    return not missed


def main() -> int:
    """Grade what is asked for."""
    parser = argparse.ArgumentParser(prog="make truth", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("problems", nargs="*", default=SLUGS, help="the problems to grade; all by default")
    parser.add_argument("--only", default="", help="only solutions whose name holds this")
    parser.add_argument("--verbose", action="store_true", help="print the code of each solution")
    options = parser.parse_args()
    tallies = []
    with tempfile.TemporaryDirectory(prefix="jaxdojo-truth-") as scratch:
        root = Path(scratch)
        with Grader(GraderSettings(compile_cache=root / "cache"), spares=2) as grader:
            for slug in options.problems:
                print(f"{slug}: publishing", file=sys.stderr, flush=True)
                problem = publish_kata(slug, root, grader)
                entries = [entry for entry in problem.entries if options.only in entry.name]
                tallies.append(grade_all(problem, entries, verbose=options.verbose))
    return 0 if print_tallies(tallies) else 1


if __name__ == "__main__":
    raise SystemExit(main())
