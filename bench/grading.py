"""What a verdict costs: the platform against a warm trusted process and against cold sandboxed ones, in one run.

`python -m bench.grading [--runs N]` publishes `jit_forward` into a scratch folder and prints a table. Every figure is
the time from submitting the source of an accepted solution to judging the last of its 10 cases (2 samples, 8 hidden);
all rivals run exactly the same 10 cases with the same harness and the same judge.

- *warm process*: one trusted process outside any sandbox that has already run these shapes, with the same compile
  cache: the limit that no sandbox can beat.
- *cold process*: a fresh bubblewrap jail with a fresh Python that imports, confines itself, starts XLA, and runs the 10
  cases without a compile cache.
- *cold process per case*: the same for each single case, like judges with one process per test.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bench.rivals import WarmProcess, grade_cold
from bench.table import Row, print_table, spread
from grader.bundle.store import BundleStore
from grader.grading.client import Grader
from grader.publishing.publish import publish
from grader.report import Mode, Report, Verdict
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.bundle.contents import Bundle

ROOT = Path(__file__).resolve().parent.parent
SLUG = "jit_forward"
IDLE_SECONDS = 0.3


@contextmanager
def published(spares: int, slug: str = SLUG) -> Iterator[tuple[Grader, Bundle]]:
    """Publish a problem into a scratch folder; yield a started grader and the bundle."""
    with tempfile.TemporaryDirectory(prefix="jaxdojo-bench-") as scratch:
        settings = GraderSettings(compile_cache=Path(scratch) / "compile_cache")
        with Grader(settings, spares=spares) as grader:
            store = BundleStore(Path(scratch) / "bundles")
            package, references = ROOT / "problems" / slug, ROOT / "reference_solutions" / slug
            print(f"publishing {slug} …", file=sys.stderr)
            report = publish(package, references, store, b"bench", grader, quick=True)
            bundle = store.load(report.digest)
            grader.expect(bundle)
            yield grader, bundle


def wait_warm(grader: Grader, bundle: Bundle, seconds: float = 60.0) -> None:
    """Wait until a spare is ready and the machine has been quiet for a moment."""
    deadline = time.monotonic() + seconds
    while not grader.pool.is_warm(bundle) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(IDLE_SECONDS)


def time_one(function: Callable[[], object]) -> float:
    """Return the duration of one call of `function`, in milliseconds."""
    start = time.perf_counter()
    function()
    return (time.perf_counter() - start) * 1e3


def times(function: Callable[[], object], runs: int, before: Callable[[], object] = lambda: None) -> list[float]:
    """Return the duration of `function` in each run, in milliseconds; `before` is not timed."""
    taken = []
    for _ in range(runs):
        before()
        taken.append(time_one(function))
    return taken


def require_accepted(report: Report) -> None:
    """Stop the benchmark if a verdict is wrong."""
    if report.verdict is not Verdict.ACCEPTED:
        raise SystemExit(f"the solution got {report.verdict}: {report.message}")


def measure_throughput(grade: Callable[[], object], workers: int, seconds: float) -> float:
    """Return the number of grades per second by `workers` threads that call `grade` without a pause."""
    stop = time.monotonic() + seconds
    done: list[float] = []

    def submit() -> None:
        while time.monotonic() < stop:
            grade()
            done.append(time.monotonic())

    start = time.monotonic()
    threads = [threading.Thread(target=submit) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(done) / (max(done) - start)


def private_megabytes(pid: int) -> float:
    """Return the private memory of a process, in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    kilobytes = [int(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty"))]
    return sum(kilobytes) / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20, help="timed verdicts (default 20; the targets ask for 50)")
    parser.add_argument("--cold-runs", type=int, default=5, help="timed runs of each cold rival (default 5)")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of the throughput run (default 10)")
    options = parser.parse_args()
    source = (ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py").read_bytes()
    with published(spares=2) as (grader, bundle):
        hidden = bundle.pool[: bundle.drawn]
        wait_warm(grader, bundle)
        spare = grader.pool.take(bundle)
        memory = private_megabytes(spare.process.worker_pid or 0)
        grader.pool.discard(spare)
        everything = (*bundle.samples, *hidden)

        def grade() -> None:
            require_accepted(grader.grade(bundle, source, mode=Mode.SUBMIT, hidden=hidden))

        def grade_in_cold_process() -> None:
            grade_cold(grader.settings, bundle, source, everything)

        print("timing verdicts and the warm process …", file=sys.stderr)
        dojo, trusted = [], []
        with WarmProcess(grader.settings, bundle, source, hidden) as warm:
            warm.run()
            for _ in range(options.runs):  # alternately, since a machine has slow and fast minutes
                wait_warm(grader, bundle)
                dojo.append(time_one(grade))
                time.sleep(IDLE_SECONDS)  # until the spare is replaced
                trusted.append(time_one(warm.run))
        warm_fork = not grader.pool.falls_back(bundle)
        print("timing cold processes …", file=sys.stderr)
        cold = times(grade_in_cold_process, options.cold_runs)
        single = times(lambda: grade_cold(grader.settings, bundle, source, everything[:1]), options.cold_runs)
        print("measuring throughput …", file=sys.stderr)
        wait_warm(grader, bundle)
        rate = measure_throughput(grade, 2, options.seconds)
        cold_rate = measure_throughput(grade_in_cold_process, 2, options.seconds)
    per_case = [one * len(everything) for one in single]
    median = statistics.median(dojo)
    rows = [
        Row("source to verdict, spare ready", spread(dojo), ""),
        Row("the same in a warm trusted process", spread(trusted), f"{median / statistics.median(trusted):.2f}x"),
        Row("one cold sandboxed process", spread(cold), f"{statistics.median(cold) / median:.0f}x slower"),
        Row("a cold process per case", spread(per_case), f"{statistics.median(per_case) / median:.0f}x slower"),
        Row("verdicts a second, 2 workers", f"{rate:.2f}", f"{rate / cold_rate:.0f}x of cold processes, 2 at a time"),
        Row("idle spare, private memory", f"{memory:.0f} MB", "warm fork" if warm_fork else "warmed by itself"),
    ]
    print_table(f"{SLUG}, {len(everything)} cases, tier {grader.tier}", rows)


if __name__ == "__main__":
    main()
