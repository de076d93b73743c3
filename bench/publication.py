"""Where the time of a publication goes: `python -m bench.publication [SLUG ...]`, by default for three problems.

Publishes each problem in full into a scratch folder, as `make katas` does, and prints a row for each step: its time,
the processor time of the whole machine meanwhile, and how many grades it made. Run it on a machine that does nothing
else, since others' processor time counts too.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.table import Table

from grader.bundle.store import BundleStore
from grader.grading.client import Grader
from grader.publishing.publish import publish
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from grader.report import Report

ROOT: Final = Path(__file__).resolve().parent.parent
SLUGS: Final = ("jit_once", "jit_forward", "clipped_gradient")
START: Final = "start, texts read"
TICKS: Final = 100
"""The units of /proc/stat in a second, on all Linux machines that run JAX."""


@dataclass
class Step:
    """What one step took: seconds, processor seconds, and the seconds of each of its grades."""

    name: str
    seconds: float = 0.0
    processor: float = 0.0
    grades: list[float] = field(default_factory=list)


class Watch:
    """Times the steps of a publication; a step lasts until the next one reports progress."""

    def __init__(self) -> None:
        self.steps = [Step(START)]
        self._began = time.monotonic(), count_processor_seconds()

    def report(self, step: str, _done: int, _total: int) -> None:
        """Note that a step goes on, or that the next one began: the progress of a publication."""
        if step != self.steps[-1].name:
            self.end()
            self.steps.append(Step(step))

    def end(self) -> None:
        """Note that the last step ended."""
        now = time.monotonic(), count_processor_seconds()
        self.steps[-1].seconds, self.steps[-1].processor = (
            after - before for after, before in zip(now, self._began, strict=True)
        )
        self._began = now


class WatchedGrader(Grader):
    """A grader that notes the time of each grade."""

    watch: Watch

    def grade(self, *args: Any, **kwargs: Any) -> Report:  # noqa: ANN401 - the same as the real one's
        """Grade, and note the time with the current step."""
        began = time.monotonic()
        try:
            return super().grade(*args, **kwargs)
        finally:
            self.watch.steps[-1].grades.append(time.monotonic() - began)


def count_processor_seconds() -> float:
    """Return the machine's processor time since its start, without idling and waiting, in seconds."""
    with Path("/proc/stat").open(encoding="ascii") as file:
        user, nice, system = (int(word) for word in file.readline().split()[1:4])
    return (user + nice + system) / TICKS


def measure(slug: str, scratch: Path) -> list[Step]:
    """Publish a problem in full; return its steps."""
    store, settings = BundleStore(scratch / "bundles"), GraderSettings(compile_cache=scratch / "compile_cache")
    with WatchedGrader(settings, spares=2) as grader:
        grader.watch = Watch()
        folders = ROOT / "problems" / slug, ROOT / "reference_solutions" / slug
        publish(*folders, store, b"a secret of this table, 32 bytes", grader, grader.watch.report)
        grader.watch.end()
    return grader.watch.steps


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("problems", nargs="*", default=SLUGS, help=f"the problems ({', '.join(SLUGS)})")
    for slug in parser.parse_args().problems:
        print(f"publishing {slug} …", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="jaxdojo-publication-", ignore_cleanup_errors=True) as scratch:
            steps = measure(slug, Path(scratch))
        print_steps(f"{slug}, published in full", steps)


def print_steps(title: str, steps: list[Step]) -> None:
    """Print a row for each step, and one for all of them."""
    whole = Step("all", sum(step.seconds for step in steps), sum(step.processor for step in steps))
    table = Table(title=title, title_justify="left")
    table.add_column("step")
    for heading in ("time", "processor", "share", "grades", "a grade"):
        table.add_column(heading, justify="right")
    for step in (*steps, whole):
        grades = [str(len(step.grades)), f"{statistics.mean(step.grades):.2f} s"] if step.grades else ["", ""]
        share = f"{step.processor / whole.processor:.0%}"
        table.add_row(step.name, f"{step.seconds:.1f} s", f"{step.processor:.1f} s", share, *grades)
    Console().print(table)


if __name__ == "__main__":
    main()
