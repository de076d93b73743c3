"""A part of `make truth`: grades solutions to the shipped katas that were written from the statements alone.

::

    solutions/<slug>/right/*.py    honest solutions in different styles: each must be accepted
    solutions/<slug>/wrong/*.py    mistakes and shams, each with its class in the docstring: none may be accepted

Prints a confusion table by kata and one by class, and every miss; exit status 1 if there is one. `--solutions` names
another folder of that layout, such as `missed`: wrong solutions that are known to be accepted. With `--load 16`, 16
processes that calculate without end run beside the grades: a busy machine must not change a verdict.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import yaml
from rich.console import Console
from rich.table import Table

from grader.bundle.store import BundleStore
from grader.grading.client import Grader
from grader.publishing.publish import publish
from grader.report import Mode, Verdict
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grader.bundle.contents import Bundle
    from grader.report import Report

ROOT: Final = Path(__file__).resolve().parents[2]
SOLUTIONS: Final = Path(__file__).parent / "solutions"
SECRET: Final = b"a secret of these tests, 32 bytes"
RIGHT: Final = "right"
CANONICAL: Final = "canonical.py"


@dataclass(frozen=True)
class Written:
    """A solution written from a statement. `kind` is `right`, or the class of its mistake."""

    slug: str
    name: str
    source: bytes
    kind: str

    @property
    def is_right(self) -> bool:
        """Whether it must be accepted."""
        return self.kind == RIGHT


@dataclass
class Count:
    """The number of graded solutions to a kata, or in a class, and those with a wrong verdict."""

    graded: int = 0
    missed: list[str] = field(default_factory=list)


def list_slugs(solutions: Path = SOLUTIONS) -> list[str]:
    """Return the katas that have such solutions."""
    return sorted(path.name for path in solutions.iterdir() if (ROOT / "problems" / path.name).is_dir())


def read_solutions(slug: str, solutions: Path = SOLUTIONS) -> list[Written]:
    """Return a kata's solutions, the right ones first, by name."""
    return [
        Written(slug, path.stem, source := path.read_bytes(), RIGHT if folder == RIGHT else read_class(source))
        for folder in (RIGHT, "wrong")
        for path in sorted((solutions / slug / folder).glob("*.py"))
    ]


def read_class(source: bytes) -> str:
    """Return the class in a wrong solution's docstring, such as `Class: decoy`; raise ValueError if there is none."""
    lines = (ast.get_docstring(ast.parse(source)) or "").splitlines()
    found = [line.removeprefix("Class:").strip() for line in lines if line.startswith("Class:")]
    if len(found) != 1:
        raise ValueError(f"a wrong solution names one class, and this one {len(found)}: {lines[:1]}")
    return found[0]


def publish_shipped(slug: str, root: Path, grader: Grader) -> Bundle:
    """Publish a shipped kata under `root`, with only its canonical solution: `make katas` grades the others."""
    store, references, shipped = BundleStore(root / "bundles"), root / "references" / slug, ROOT / "reference_solutions"
    shutil.copytree(shipped / slug, references, ignore=shutil.ignore_patterns("rejected", "equivalent.yaml"))
    for path in (references / "accepted").glob("*.py"):
        if path.name != CANONICAL:
            path.unlink()
    listed = {"accepted": {CANONICAL: "-"}, "rejected": {}}
    (references / "submissions.yaml").write_text(yaml.safe_dump(listed), encoding="utf-8")
    return store.load(publish(ROOT / "problems" / slug, references, store, SECRET, grader, quick=True).digest)


def grade_solutions(
    grader: Grader, bundle: Bundle, written: Sequence[Written], at_once: int
) -> Iterable[tuple[Written, Report]]:
    """Grade solutions as submissions, `at_once` at a time, on newly drawn hidden cases."""
    with ThreadPoolExecutor(max_workers=at_once) as executor:
        yield from zip(
            written,
            executor.map(lambda one: grader.grade(bundle, one.source, mode=Mode.SUBMIT), written),
            strict=True,
        )


@contextmanager
def loading(processes: int) -> Iterator[None]:
    """Run this many processes that calculate without end, for the duration of the block."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def describe_miss(one: Written, report: Report) -> str:
    """Return the error in a verdict; empty if there is none."""
    if one.is_right == (report.verdict is Verdict.ACCEPTED):
        return ""
    error = "false reject" if one.is_right else f"false accept ({one.kind})"
    return f"{one.slug}/{one.name}: {error}: {report.verdict} {report.code}: {report.message}"


def print_counts(title: str, rows: dict[str, dict[bool, Count]]) -> None:
    """Print, for each row, the numbers of right and wrong solutions and of wrong verdicts on each, and the sums."""
    table = Table("", "right", "false rejects", "wrong", "false accepts", title=title, title_justify="left")
    sums = [0, 0, 0, 0]
    for name, counts in sorted(rows.items()):
        numbers = [n for is_right in (True, False) for n in (counts[is_right].graded, len(counts[is_right].missed))]
        sums = [total + number for total, number in zip(sums, numbers, strict=True)]
        table.add_row(name, *map(str, numbers))
    table.add_row("all", *map(str, sums))
    Console().print(table)


def choose(slug: str, options: argparse.Namespace) -> list[Written]:
    """Return the solutions to a kata that the options name."""
    found = read_solutions(slug, options.solutions)
    return [one for one in found if options.only in one.name and (one.is_right or not options.right)][:: options.every]


def main() -> int:
    """Grade the requested katas."""
    parser = argparse.ArgumentParser(description="Grade solutions that were written from the statements alone.")
    parser.add_argument("katas", nargs="*", help="the katas; all by default")
    parser.add_argument("--solutions", type=Path, default=SOLUTIONS, help="the folder with the solutions")
    parser.add_argument("--only", default="", help="only solutions whose name holds this")
    parser.add_argument("--right", action="store_true", help="only right solutions")
    parser.add_argument("--every", type=int, default=1, help="only each so many-th solution to a kata")
    parser.add_argument("--load", type=int, default=0, help="how many busy processes run beside the grades")
    parser.add_argument("--at-once", type=int, default=2, help="how many are graded at a time; 2 by default")
    parser.add_argument("--verbose", action="store_true", help="print the verdict of each solution")
    options = parser.parse_args()
    options.katas = options.katas or list_slugs(options.solutions)
    if not any(choose(slug, options) for slug in options.katas):
        parser.error(f"no such solution to {', '.join(options.katas)} has {options.only!r} in its name")
    by_kata: dict[str, dict[bool, Count]] = defaultdict(lambda: {True: Count(), False: Count()})
    by_class: dict[str, dict[bool, Count]] = defaultdict(lambda: {True: Count(), False: Count()})
    with tempfile.TemporaryDirectory(prefix="jaxdojo-statements-") as folder:
        root = Path(folder)
        settings = GraderSettings(compile_cache=root / "cache")
        with Grader(settings, spares=options.at_once) as grader:
            for slug in options.katas:
                print(f"{slug}: publishing", file=sys.stderr, flush=True)
                bundle = publish_shipped(slug, root, grader)
                written = choose(slug, options)
                with loading(options.load):
                    for one, report in grade_solutions(grader, bundle, written, options.at_once):
                        miss = describe_miss(one, report)
                        for count in (by_kata[slug][one.is_right], by_class[one.kind][one.is_right]):
                            count.graded += 1
                            count.missed += [miss] if miss else []
                        if miss or options.verbose:
                            print(miss or f"{slug}/{one.name}: {report.code}", flush=True)
    print_counts("Verdicts by kata", by_kata)
    print_counts("Verdicts by class", by_class)
    return 1 if any(count.missed for counts in by_kata.values() for count in counts.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
