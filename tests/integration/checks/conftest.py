"""Small problems, each made for one check and really published, to test its results for right and wrong solutions."""

from __future__ import annotations

import shutil
import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import pytest
import yaml

from grader.bundle.store import BundleStore
from grader.grading.client import Grader
from grader.report import CheckResult, Mode, Report
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.bundle.contents import Bundle
    from tests.publications import Publications

SECRET = b"a secret of these tests, 32 bytes"
CASES = """
import numpy as np
from grader.inside.authoring import Body, Build, Call, Case, Make

def make(name, rng):
    return Case(name, name, {calls})

def samples():
    return [make("sample", np.random.default_rng(0))]

def pool(rng):
    return [make("hidden", rng)]
"""


@dataclass(frozen=True)
class Kata:
    """A published problem, and the grader that published it."""

    grader: Grader
    bundle: Bundle
    reports: dict[tuple[str, Mode], Report] = field(default_factory=dict, compare=False)
    """Reports on the solutions that were graded."""

    def grade(self, source: str, mode: Mode = Mode.SUBMIT) -> Report:
        """Grade a solution, by default on all cases, unless a report on at least these is there."""
        text = textwrap.dedent(source)
        known = self.reports.get((text, Mode.SUBMIT)) or self.reports.get((text, mode))
        if known is None:
            known = self.reports[text, mode] = self.grader.grade(self.bundle, text.encode(), mode=mode)
        return known

    def result(self, source: str, check: str) -> CheckResult:
        """Return one check's result for a solution in the sample case; fail the test if there is none."""
        report = self.grade(source, Mode.RUN)
        found = [result for case in report.cases[:1] for result in case.checks if result.check == check]
        assert found, f"{check} was not made: {report.verdict} {report.code}: {report.message}"
        return found[0]

    def verdict(self, source: str) -> str:
        """Return the verdict and the code, such as `wrong_structure jaxpr.missing`."""
        report = self.grade(source)
        return f"{report.verdict} {report.code}"


class MakeKata(Protocol):
    """See `make_kata`."""

    def __call__(
        self,
        *,
        parameters: dict[str, str],
        calls: str,
        checks: dict[str, Any],
        reference: str,
        canonical: str | None = None,
        checker: str | None = None,
        bodies: str | None = None,
        returns: str = "numbers",
        entry_point: str = "solve",
        **problem: object,
    ) -> Kata: ...


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    root = tmp_path_factory.mktemp("checks")
    with Grader(GraderSettings(compile_cache=root / "cache"), spares=0) as grader:
        yield grader


@pytest.fixture(scope="session")
def make_kata(grader: Grader, tmp_path_factory: pytest.TempPathFactory, publications: Publications) -> MakeKata:
    """Return a function that publishes a problem with one sample and one hidden case.

    `calls` is the Python text of a list of `Call`, which may use `rng` and `np`; `bodies` the problem's `bodies.py`.
    `canonical` is an accepted solution, the reference itself by default. Further keys go into `problem.yaml`.
    """

    def make(
        *,
        parameters: dict[str, str],
        calls: str,
        checks: dict[str, Any],
        reference: str,
        canonical: str | None = None,
        checker: str | None = None,
        bodies: str | None = None,
        returns: str = "numbers",
        entry_point: str = "solve",
        **problem: object,
    ) -> Kata:
        root = tmp_path_factory.mktemp("kata")
        package, references = root / "problems" / "kata", root / "reference_solutions" / "kata"
        manifest = {
            "format_version": 1,
            "uuid": "00000000-0000-4000-8000-000000000001",
            "name": "A kata of the tests",
            "track": "Tests",
            "track_position": 1,
            "difficulty": 1,
            "concepts": {"teaches": ["nothing"]},
            "credits": "JAX Dojo",
            "license": "Apache-2.0",
            "entry_point": entry_point,
            "parameters": [{"name": name, "type": kind, "about": "-"} for name, kind in parameters.items()],
            "returns": {"type": returns, "about": "-"},
            "checks": checks,
            "pool": {"draw": 1},
        }
        right = textwrap.dedent(canonical or reference)
        write(package / "problem.yaml", yaml.safe_dump(manifest | problem))
        for name in ("statement.md", "lesson.md"):
            write(package / name, "A kata.\n")
        write(package / "hints.md", "## Hint\n\nNone.\n")
        write(package / "starter.py", right)
        write(package / "cases.py", CASES.format(calls=calls))
        if bodies is not None:
            write(package / "bodies.py", textwrap.dedent(bodies))
        write(references / "reference.py", textwrap.dedent(reference))
        if checker is not None:
            write(references / "checker.py", textwrap.dedent(checker))
        write(references / "accepted" / "canonical.py", right)
        write(references / "submissions.yaml", yaml.safe_dump({"accepted": {"canonical.py": "-"}, "rejected": {}}))
        store = BundleStore(root / "bundles")
        report = publications.publish(package, references, store, SECRET, grader, quick=True)
        return Kata(grader, store.load(report.digest))

    return make


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
