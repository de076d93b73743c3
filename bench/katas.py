"""`make katas`: publishes every problem into a scratch folder, which grades everything, and prints a table of them.

Those that pass are recorded in `problems/checked.txt`, which lists the files that may be published quickly. What was
tried is recorded in `problems/tried.jsonl`.

`python -m bench.katas [SLUG ...] [--runs N]`. The exit status is 1 if a problem doesn't pass. A verdict's time is the
median of some warm grades of the canonical solution, from submitting its source to judging the last case.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from bench.grading import require_accepted, times, wait_warm
from grader.bundle.store import BundleStore
from grader.errors import PackageError, PublishRefusedError
from grader.grading.client import Grader
from grader.publishing.checked import note_checked
from grader.publishing.publish import publish
from grader.report import Mode
from grader.settings import GraderSettings
from scripts.tried import describe_trials, note_tried

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from grader.publishing.publish import PublishReport

ROOT = Path(__file__).resolve().parent.parent
SLUGS = sorted(path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml"))
HEADINGS = ("problem", "samples", "pool", "accepted", "rejected", "mutants", "equivalent", "fakes", "verdict")


def time_verdict(grader: Grader, bundle: Bundle, runs: int) -> float:
    """Return the median time of a submission of the canonical solution, in milliseconds."""
    source = bundle.manifest.solution.encode()
    grader.expect(bundle)
    return median(
        times(
            lambda: require_accepted(grader.grade(bundle, source, mode=Mode.SUBMIT)),
            runs,
            before=lambda: wait_warm(grader, bundle),
        )
    )


def describe(report: PublishReport, milliseconds: float) -> list[str]:
    """Return the figures in a problem's row, ending with the verdict's time."""
    results = Counter(trial.result for trial in report.mutants or [])
    solutions = [report.samples, report.pool, report.accepted, report.rejected]
    figures = [*solutions, results["killed"], results["equivalent"], len(report.fakes or [])]
    return [*map(str, figures), f"{milliseconds:.0f} ms"]


def main() -> int:
    """Publish the requested problems, and print the table and the failures."""
    parser = argparse.ArgumentParser(prog="make katas", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("problems", nargs="*", default=SLUGS, help="the problems to grade; all by default")
    parser.add_argument("--runs", type=int, default=5, help="how often each canonical solution is timed")
    options = parser.parse_args()
    table, broken = Table(title="Katas", title_justify="left", box=None, padding=(0, 1, 0, 0)), []
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "problem" else "right")
    with tempfile.TemporaryDirectory(prefix="jaxdojo-katas-") as scratch:
        store = BundleStore(Path(scratch) / "bundles")
        with Grader(GraderSettings(compile_cache=Path(scratch) / "compile_cache"), spares=2) as grader:
            for slug in options.problems:
                print(f"publishing {slug} …", file=sys.stderr, flush=True)
                folders = ROOT / "problems" / slug, ROOT / "reference_solutions" / slug
                try:
                    report = publish(*folders, store, b"a secret of this table, 32 bytes", grader)
                except (PackageError, PublishRefusedError) as error:
                    broken.append(str(error))
                    continue
                if report.proof is not None:
                    note_checked(ROOT / "problems", slug, report.proof)
                    note_tried(ROOT / "problems", describe_trials(slug, report))
                bundle = store.load(report.digest)
                table.add_row(slug, *describe(report, time_verdict(grader, bundle, options.runs)))
    Console().print(table)
    for message in broken:
        print(message)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
