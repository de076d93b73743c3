"""`make bench`: where people wait, as one table with ratios and targets, in less than ten minutes.

Each ratio is of times that were measured alternately, in one run. The other benchmarks, `python -m bench.NAME`, measure
one subject in more detail; `--help` describes it.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench import checks, grading, load, service
from bench.table import Row, print_table, spread
from bench.waits import measure_clone, measure_commands, measure_help, measure_starts

if TYPE_CHECKING:
    from collections.abc import Callable

SEALED: Final = "clipped_gradient"


def measure_verdicts(slug: str, runs: int, targets: dict[str, str]) -> list[Row]:
    """Return the rows about a problem's verdict with some kinds of checks, against a warm trusted process."""
    taken = checks.measure(slug, runs, tuple(targets))
    warm = statistics.median(taken["warm"])
    return [
        Row(
            f"verdict of {slug}, checks: {checks.WORDS[kind]}",
            spread(taken[kind]),
            f"{statistics.median(taken[kind]) / warm:.2f}x a warm process",
            target,
        )
        for kind, target in targets.items()
    ]


def measure_spare() -> Row:
    """Return the row about the memory of an idle sandbox."""
    with grading.published(spares=1) as (grader, bundle):
        grading.wait_warm(grader, bundle)
        spare = grader.pool.take(bundle)
        memory = grading.private_megabytes(spare.process.worker_pid or 0)
        grader.pool.discard(spare)
    return Row("memory of an idle sandbox", f"{memory:.0f} MB", "", "90 MB")


def measure_service(runs: int) -> list[Row]:
    """Return the row about what the service adds to the grader."""
    waits = service.measure(runs)
    ratio = statistics.median(waits.told) / statistics.median(waits.graded)
    return [Row("added by the service to a verdict", spread(waits.added), f"{ratio:.2f}x the grader's", "15 ms")]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="make bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=8, help="timed runs of each kind (default 8)")
    options = parser.parse_args()
    parts: dict[str, Callable[[Path], list[Row]]] = {
        "the command line": lambda _: [measure_help(options.runs)],
        "a fresh clone": lambda scratch: [measure_clone(scratch)],
        "starts": measure_starts,
        "jaxdojo grade": lambda scratch: measure_commands(scratch, max(2, options.runs // 2)),
        "verdicts": lambda _: [
            *measure_verdicts(grading.SLUG, options.runs, {"values": "1.15x", "all": "1.3x"}),
            *measure_verdicts(SEALED, options.runs, {"all": "1.8x"}),
            measure_spare(),
        ],
        "the service": lambda _: measure_service(options.runs),
        "pages": lambda scratch: [asyncio.run(load.measure_page(scratch))],
    }
    rows, began = list[Row](), time.perf_counter()
    for number, (name, measure) in enumerate(parts.items(), start=1):
        print(f"{number} of {len(parts)}: {name} …", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="jaxdojo-bench-", ignore_cleanup_errors=True) as scratch:
            rows += measure(Path(scratch))
    print_table(f"Where people wait, measured in {(time.perf_counter() - began) / 60:.0f} minutes", rows)


if __name__ == "__main__":
    main()
