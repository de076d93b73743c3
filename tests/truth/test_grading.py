"""A sample of the corpus, graded in warm children, and a part of it in cold ones. `make truth` grades all of it."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from grader.client import Grader
from grader.settings import GraderSettings
from tests.truth.cold import count_compiles, find_differences, make_cold_grader
from tests.truth.corpus import SLUGS, corpus
from tests.truth.katas import Problem, publish_kata, target_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.truth.corpus import Entry

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(300)]

HOPELESS = ("return_zeros", "return_average", "echo_input", "near_miss")
"""Operators of mutants that every problem must reject: zeros, a constant, an input, twice the tolerance."""


def sample_of(slug: str) -> list[Entry]:
    """Return a right solution in another style, the last wrong one by hand, and a mutant of each hopeless operator."""
    entries = corpus(slug, target_of(slug))
    right = [entry for entry in entries if entry.right and entry.operator is None][-1]
    wrong = [entry for entry in entries if not entry.right and entry.operator is None][-1]
    return [right, wrong, *(hopeless(entries, operator) for operator in HOPELESS)]


def hopeless(entries: tuple[Entry, ...], operator: str) -> Entry:
    return next(entry for entry in entries if entry.operator is not None and entry.operator.name == operator)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    return tmp_path_factory.mktemp("truth")


@pytest.fixture(scope="module")
def cold() -> Iterator[Grader]:
    with make_cold_grader(spares=1) as grader:
        yield grader


@pytest.fixture(scope="module")
def grader(root: Path) -> Iterator[Grader]:
    with Grader(GraderSettings(compile_cache=root / "cache"), spares=1) as grader:
        yield grader


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sample_is_judged_rightly_in_warm_children_and_in_cold_ones(
    slug: str, root: Path, grader: Grader, cold: Grader
) -> None:
    problem: Problem = publish_kata(slug, root, grader)
    sample = sample_of(slug)
    with ThreadPoolExecutor(2) as executor:
        reports = list(executor.map(problem.grade, sample))
        again = list(executor.map(lambda entry: problem.grade(entry, cold), sample[:2]))
    got = {entry.name: report.code for entry, report in zip(sample, reports, strict=True)}
    assert [name for entry in sample if not entry.allows(got[name := entry.name])] == [], got
    assert [find_differences(*pair) for pair in zip(reports, again, strict=False)] == [{}, {}]
    (_, found), (_, found_cold) = count_compiles(reports[0]), count_compiles(again[0])
    assert found_cold == 0
    assert found > 0 or slug not in ("decayed_sum", "jit_forward", "training")
