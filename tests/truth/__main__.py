"""`make truth`: grades the whole corpus and reports how often the grader erred; exit status 1 if it did.

Each solution is graded in a warm child and in a cold one, whose reports must agree.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from grader.grading.client import Grader
from grader.settings import GraderSettings
from tests.publications import Publications
from tests.truth.cold import count_compiles, find_differences, make_cold_grader
from tests.truth.corpus import SLUGS
from tests.truth.katas import Problem, publish_kata

if TYPE_CHECKING:
    from grader.report import Report
    from tests.truth.corpus import Entry

CONSOLE = Console()
KINDS = {"accept": "false accepts", "reject": "false rejects", "reason": "wrong reason", "cold": "warm is not cold"}
"""The ways in which a report can be wrong, with their headings."""


@dataclass(frozen=True)
class Graded:
    """A solution's report from a warm child and, maybe, from a cold one, and their forbidden differences."""

    warm: Report
    cold: Report | None
    differences: list[str]


@dataclass
class Tally:
    """The results for one problem's part of the corpus."""

    problem: str
    right: int = 0
    wrong: int = 0
    misses: dict[str, list[str]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    compiles: list[list[int]] = field(default_factory=lambda: [[0, 0], [0, 0]])
    """The numbers of requested programs and of cache hits, for warm children and for cold ones."""

    def add(self, entry: Entry, graded: Graded) -> list[str]:
        """Count one solution; return its errors."""
        warm = graded.warm
        self.right += entry.right
        self.wrong += not entry.right
        found = {}
        kind = miss(entry, warm)
        if kind:
            got = f"{warm.verdict} {warm.code}: {warm.message}"
            found[kind] = f"{entry.problem}/{entry.name} must get {', '.join(entry.codes)}; got {got}"
        if graded.differences:
            found["cold"] = f"{entry.problem}/{entry.name}, warm and cold: {'; '.join(graded.differences)}"
        for kind, line in found.items():
            self.misses[kind].append(line)
        for counts, report in zip(self.compiles, (warm, graded.cold), strict=True):
            compiles, cached = count_compiles(report) if report is not None else (0, 0)
            counts[0] += compiles
            counts[1] += cached
        return list(found.values())


def miss(entry: Entry, report: Report) -> str:
    """Return the error in a report: a false `accept`, a false `reject`, or a wrong `reason`; empty if there is none."""
    if entry.allows(report.code):
        return ""
    if entry.right:
        return "reject"
    return "accept" if report.verdict == "accepted" else "reason"


def grade_all(problem: Problem, entries: list[Entry], cold: Grader | None, *, verbose: bool) -> Tally:
    """Grade a problem's solutions, two at a time."""

    def grade(entry: Entry) -> Graded:
        warm = problem.grade(entry)
        if cold is None:
            return Graded(warm, None, [])
        other = problem.grade(entry, cold)
        found = find_differences(warm, other)
        own = find_differences(warm, problem.grade(entry)) if found else {}  # it may use the host's randomness
        return Graded(warm, other, [words for name, words in found.items() if name not in own])

    tally = Tally(problem.slug)
    with ThreadPoolExecutor(max_workers=2) as executor:
        for number, (entry, graded) in enumerate(zip(entries, executor.map(grade, entries), strict=True), 1):
            wrong = tally.add(entry, graded)
            if verbose:
                print("\n".join([f"{problem.slug}/{entry.name}: {graded.warm.code}", *wrong]), flush=True)
            elif number % 20 == 0 or number == len(entries):
                print(f"{problem.slug}: {number} of {len(entries)}", file=sys.stderr, flush=True)
    return tally


def print_tallies(tallies: list[Tally], *, cold: bool) -> bool:
    """Print the tables and every miss; return whether there is none."""
    kinds = KINDS if cold else {kind: heading for kind, heading in KINDS.items() if kind != "cold"}
    rows = {t.problem: [t.right, t.wrong, *(len(t.misses[kind]) for kind in kinds)] for t in tallies}
    print_table("Truth of verdicts", ["right", "wrong", *kinds.values()], rows)
    if cold:
        compiled = {t.problem: [*t.compiles[0], *t.compiles[1]] for t in tallies}
        headings = ["warm: compiles", "from the cache", "cold: compiles", "from the cache"]
        print_table("Programs that the calls asked for", headings, compiled)
    missed = [line for tally in tallies for lines in tally.misses.values() for line in lines]
    for line in missed:
        print(line)
    return not missed


def print_table(title: str, headings: list[str], rows: dict[str, list[int]]) -> None:
    """Print a line of numbers for each problem, and their sums."""
    table = Table("problem", title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify="right")
    totals = [sum(column) for column in zip(*rows.values(), strict=True)]
    for name, numbers in (rows | {"all": totals}).items():
        table.add_row(name, *map(str, numbers))
    CONSOLE.print(table)


def main() -> int:
    """Grade the requested part of the corpus."""
    parser = argparse.ArgumentParser(prog="make truth", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("problems", nargs="*", default=SLUGS, help="the problems to grade; all by default")
    parser.add_argument("--only", default="", help="only solutions whose name holds this")
    parser.add_argument("--every", type=int, default=1, help="only each so many-th solution")
    parser.add_argument("--warm", action="store_true", help="leave out grading each in a cold child, too")
    parser.add_argument("--verbose", action="store_true", help="print the code of each solution")
    options = parser.parse_args()
    tallies = []
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="jaxdojo-truth-")))
        grader = stack.enter_context(Grader(GraderSettings(compile_cache=root / "cache"), spares=2))
        cold = None if options.warm else stack.enter_context(make_cold_grader())
        publications = Publications(root / "publications")
        for slug in options.problems:
            print(f"{slug}: publishing", file=sys.stderr, flush=True)
            problem = publish_kata(slug, root, grader, publications)
            entries = [entry for entry in problem.entries if options.only in entry.name][:: options.every]
            tallies.append(grade_all(problem, entries, cold, verbose=options.verbose))
    return 0 if print_tallies(tallies, cold=not options.warm) else 1


if __name__ == "__main__":
    raise SystemExit(main())
