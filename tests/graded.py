"""Chooses the problems whose solutions are graded in a run of the tests, and skips those graded before.

Verdicts depend only on files and versions: the grader's code, the problem's files, and the lock files. A problem whose
tests in `test_solutions.py` and `test_advice.py`, in `tests/integration/grader`, passed has a line in `graded.txt`
beside them, with a digest of all of that. `make solutions` writes it. While the digest is the same, the problem isn't
tried again, except in a small sample.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections import defaultdict
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from grader.publishing.checked import name_stack
from grader.publishing.publish import proof_digest
from grader.report import Stack
from scripts.tried import read_tried
from tests.integration.grader.advice import ADVICE
from tests.publications import digest_files

if TYPE_CHECKING:
    import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
TESTS: Final = ROOT / "tests" / "integration" / "grader"
TRIED_IN: Final = ("test_solutions.py", "test_advice.py")
"""The files of tests that each problem is tried in."""
NOTED: Final = TESTS / "graded.txt"
FULL: Final = 1
"""The number of proven problems that each run publishes in full, with mutants and fakes."""
SAMPLE: Final = 3
"""The number of recorded problems that each run tries anyway, including those."""


def list_slugs() -> list[str]:
    """Return the slugs of the shipped problems."""
    return sorted(path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml"))


@cache
def digest_grader_code() -> str:
    """Return a digest of the grader's code, and of the code that publishes in tests."""
    return digest_code(ROOT / "grader") + digest_code(ROOT / "tests" / "publications.py")


def digest_code(path: Path) -> str:
    """Return a digest of a Python file, or of all files below a folder.

    Layout, comments and docstrings of Python files are left out, since no verdict depends on them.
    """
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    digest = hashlib.sha256()
    for file in files:
        if file.suffix == ".py":
            digest.update(f"{file.relative_to(path)}\0{_dump_code(file)}\n".encode())
        elif file.is_file() and "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(path)}\0{digest_files(file)}\n".encode())
    return digest.hexdigest()


def _dump_code(file: Path) -> str:
    """Return a Python file's syntax tree without docstrings, as text."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = node.body[ast.get_docstring(node, clean=False) is not None :]
    return ast.dump(tree)


@cache
def _digest_all() -> str:
    """Return a digest of everything that the verdicts on all problems depend on."""
    files = [
        *(TESTS / name for name in (*TRIED_IN, "conftest.py")),
        *sorted((ROOT / "requirements").glob("*.txt")),
    ]
    stack = Stack(python=sys.version.split()[0], jax=version("jax"), flax=version("flax"))
    return "\0".join([digest_grader_code(), name_stack(stack, "cpu"), *map(digest_code, files)])


@cache
def _read_advice() -> dict[str, str]:
    """Return the source of each problem's entry in `advice.py`, by slug."""
    tree = ast.parse((TESTS / "advice.py").read_text(encoding="utf-8"))
    [table] = [node.value for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Dict)]
    pairs = zip(table.keys, table.values, strict=True)
    return {str(key.value): ast.unparse(value) for key, value in pairs if isinstance(key, ast.Constant)}


def find_digest(slug: str) -> str:
    """Return the digest of everything that the verdicts on a problem depend on."""
    own = proof_digest(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug)
    return hashlib.sha256(f"{_digest_all()}\0{own}\0{_read_advice().get(slug, '')}".encode()).hexdigest()


def read_noted() -> dict[str, str]:
    """Return the recorded digests by slug."""
    lines = NOTED.read_text(encoding="ascii").splitlines() if NOTED.exists() else []
    return dict(line.split() for line in lines)


def rank(slugs: list[str]) -> list[str]:
    """Return the problems in sampling order, which is different after each change of the grader."""
    return sorted(slugs, key=lambda slug: hashlib.sha256((digest_grader_code() + slug).encode()).digest())


def choose_tried(*, whole: bool) -> list[str]:
    """Return the problems whose solutions are graded: all without a current record, and a sample of the others."""
    slugs, noted = list_slugs(), read_noted()
    sample = rank(slugs)[:SAMPLE]
    return [slug for slug in slugs if whole or slug in sample or noted.get(slug) != find_digest(slug)]


def is_in_full(slug: str) -> bool:
    """Return whether a run publishes this problem in full although there is a proof of it.

    These are the ones of the sample for which the least has to be tried, since some take four minutes.
    """
    return slug in sorted(rank(list_slugs())[:SAMPLE], key=_count_trials)[:FULL]


@cache
def _count_trials(slug: str) -> int:
    """Return how many solutions, mutants and fakes of a problem the last publication in full tried."""
    lines = [line for line in read_tried(ROOT / "problems") if line["problem"] == slug]
    counts = [line[what] for line in lines[:1] for what in ("accepted", "rejected", "mutants", "fakes")]
    return sum(sum(count.values()) if isinstance(count, dict) else cast("int", count) for count in counts)


def count_tests(slug: str) -> int:
    """Return how many tests a problem has; a run that was interrupted, or chose among them, made fewer."""
    tree = ast.parse((TESTS / "test_solutions.py").read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    each = sum("slug" in [argument.arg for argument in function.args.args] for function in functions)
    return each + (slug in ADVICE)


class Notes:
    """Records the problems whose tests all passed: a plugin for the process that gets all reports.

    Each problem is noted as soon as its last test has passed, so that a run that is cut off keeps what it has.
    """

    def __init__(self) -> None:
        self._passed: dict[str, list[bool]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the result of a test."""
        module, _, name = report.nodeid.partition("::")
        if report.when == "call" and ROOT / module in [TESTS / one for one in TRIED_IN] and name.endswith("]"):
            slug = name.partition("[")[2][:-1]
            self._passed[slug].append(report.passed)
            self._note(slug)

    def _note(self, slug: str) -> None:
        """Add the problem to the file, or remove it, once that is known."""
        passed, slugs = self._passed[slug], list_slugs()
        noted = {one: digest for one, digest in read_noted().items() if one in slugs}
        if not all(passed):
            noted.pop(slug, None)
        elif slug in slugs and len(passed) == count_tests(slug):
            noted[slug] = find_digest(slug)
        NOTED.write_text("".join(f"{one} {noted[one]}\n" for one in sorted(noted)), encoding="ascii")
