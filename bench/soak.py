"""Whether grading leaves anything behind: many grades in a row, then what there is at rest against before.

`python -m bench.soak [--grades N] [--honest]` publishes `jit_forward` into a scratch folder, grades N submissions, two
at a time, and prints a table. Every second one is the solution, and the others are the hostile ones of `tests/attacks`,
in turn: they end their process, use up memory, files, threads, time and output, and tamper. `--honest` leaves them out.
Exit status 1: something leaks, or a verdict is the platform's failure. Memory and threads are compared from the 100th
grade on, when caches are full, or from the middle if there are fewer grades; 5 % more memory is allowed.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.kit.memory import return_large_blocks
from bench.grading import ROOT, SLUG, published, require_accepted, wait_warm
from bench.table import Row, print_table
from grader.report import Mode, Report, Verdict
from tests.attacks.forward import SANDBOX_UID
from tests.attacks.more_submissions import MACHINE
from tests.attacks.submissions import HARNESS, SPEAKING
from tests.mounts import find_mounts, find_shared_memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader

AT_ONCE: Final = 2
SETTLED: Final = 100
"""The number of grades after which memory should no longer grow."""
BATCH: Final = 100
"""The number of grades that are queued at a time."""
GROWTH: Final = 1.05
THREADS: Final = "threads"
"""The name of the count of threads, which may grow at first, since those that clean up are started when needed."""
MORE_THREADS: Final = AT_ONCE
"""The number of threads that may start even later: a pool starts one when all others happen to be busy.

A thread that each grade left behind would be many more.
"""
CASE_SECONDS: Final = 3.0
"""The processor time of a case, in seconds; many hostile submissions use up all of it."""
CALLED: Final = """

def jit_forward(seed, x, features, num_calls):
    return forward(jnp.ones((2, 3)), num_calls)
"""
"""Makes a submission to `tests.attacks.forward` one to `jit_forward`: its code runs, whatever the verdict is."""
REST_SECONDS: Final = 30.0
REST_STEP: Final = 1.0


@dataclass(frozen=True)
class Count:
    """The counts of one resource: at the start, when settled, and at the end."""

    name: str
    before: float
    settled: float
    after: float

    @property
    def leaks(self) -> bool:
        """Whether the count has grown."""
        if self.name.endswith("MB"):
            return self.after > self.settled * GROWTH + 1
        if self.name == THREADS:
            return self.after > self.settled + MORE_THREADS
        return self.after > self.before


def soak(
    grader: Grader, bundle: Bundle, honest: bytes, grades: int, hostile: Sequence[bytes] = ()
) -> tuple[list[Count], Counter[Verdict]]:
    """Grade `honest` and `hostile` sources alternately, `grades` in all.

    Return each resource's counts before and after, and the number of each verdict. Honest sources must be accepted.
    """
    sources = cycle([source for attack in hostile for source in (honest, attack)] or [honest])
    verdicts: Counter[Verdict] = Counter()
    first = min(SETTLED, grades // 2)
    looks = [look_at_rest()]

    def grade(source: bytes) -> Report:
        report = grader.grade(bundle, source, mode=Mode.SUBMIT)
        if source == honest:
            require_accepted(report)
        return report

    for part in (first, grades - first):
        with ThreadPoolExecutor(AT_ONCE) as executor:
            wanted = islice(sources, part)
            while batch := list(islice(wanted, BATCH)):  # each waiting grade takes 2 KB, which would look like a leak
                verdicts.update(report.verdict for report in executor.map(grade, batch))
                print(f"{verdicts.total()} of {grades}", file=sys.stderr)
        looks.append(look_at_rest(looks[0]))
    return [Count(name, *(look[name] for look in looks)) for name in looks[0]], verdicts


def list_hostile() -> list[bytes]:
    """Return the hostile submissions of `tests/attacks` as submissions to `jit_forward`."""
    attacks = [*MACHINE.values(), *HARNESS.values(), *SPEAKING.values()]
    return [attack.source + CALLED.encode() for attack in attacks]


def look_at_rest(before: dict[str, float] | None = None) -> dict[str, float]:
    """Return each resource's count once it is stable and no more than `before`, or when the time is up."""
    deadline, last = time.monotonic() + REST_SECONDS, look()
    while True:
        time.sleep(REST_STEP)
        now = look()
        counted = {name for name in now if not name.endswith("MB") and name != THREADS}
        still = all(now[name] == last[name] for name in counted)
        more = before is not None and any(now[name] > before[name] for name in counted)
        if (still and not more) or time.monotonic() > deadline:
            return now
        last = now


def look() -> dict[str, float]:
    """Count the resources of this process and its descendants."""
    below = list(processes_below())
    zygotes = [path for path in below if b"zygote.py" in _read(path / "cmdline")]
    return {
        "processes": len(below),
        "descriptors": _count(Path("/proc/self/fd")),
        THREADS: threading.active_count(),
        "mounts": len(find_mounts()),
        "control groups": sum(
            len(names)
            for folder, names, _ in os.walk("/sys/fs/cgroup")  # tolerates groups that vanish meanwhile
            if Path(folder).name.startswith(f"jaxdojo-{os.getpid()}-")
        ),
        "scratch files": len(find_shared_memory(SANDBOX_UID)),
        "runner's memory, MB": _megabytes(Path("/proc/self")),
        "zygotes' memory, MB": max((_megabytes(path) for path in zygotes), default=0.0),
    }


def processes_below() -> Iterator[Path]:
    """Yield the /proc folder of each process that descends from this one."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        fields = _read(path / "stat").rpartition(b")")[2].split()
        if fields:
            parents[path.name] = (path, fields[1].decode())
    below = {Path("/proc/self").resolve().name}
    while more := {name for name, (_, parent) in parents.items() if parent in below} - below:
        below |= more
    yield from (path for name, (path, parent) in parents.items() if name in below and parent in below)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _count(folder: Path) -> int:
    return sum(1 for _ in folder.iterdir())


def _megabytes(process: Path) -> float:
    lines = _read(process / "status").splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(b"VmRSS")), 0.0)


def main() -> None:
    """Soak, print the table, and exit with a status that says whether anything leaks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--grades", type=int, default=1000, help="how many grades (default 1000)")
    parser.add_argument("--honest", action="store_true", help="leave out the hostile submissions")
    options = parser.parse_args()
    return_large_blocks()
    source = (ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py").read_bytes()
    with published(spares=2) as (grader, bundle):
        wait_warm(grader, bundle)
        limits = bundle.manifest.limits.model_copy(update={"time_s": CASE_SECONDS})
        limited = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
        start = time.monotonic()
        counts, verdicts = soak(grader, limited, source, options.grades, [] if options.honest else list_hostile())
        took = time.monotonic() - start
    rows = [
        Row(count.name, f"{count.before:.0f}, {count.settled:.0f}, {count.after:.0f}", "leaks" if count.leaks else "")
        for count in counts
    ]
    title = f"{options.grades} grades in {took:.0f} s: at the start, when settled, at the end"
    print_table(title, rows)
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    sys.exit(any(count.leaks for count in counts) or verdicts[Verdict.INTERNAL_ERROR] > 0)


if __name__ == "__main__":
    main()
