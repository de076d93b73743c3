"""A sample of the corpus, graded in warm children, and a part of it in cold ones. `make truth` grades all of it."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from grader.grading.client import Grader
from grader.settings import GraderSettings
from tests.truth.cold import count_compiles, find_differences, make_cold_grader
from tests.truth.corpus import SLUGS, corpus
from tests.truth.katas import publish_kata, target_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.publications import Publications
    from tests.truth.corpus import Entry

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(300)]

HOPELESS = ("return_zeros", "return_average", "echo_input", "near_miss")
"""Operators whose mutants every problem must reject: zeros, a constant, an input, twice the tolerance."""


EXPLAINED = {"decayed_sum": "static_decay", "pytree_cache": "caches_cleared"}
"""Wrong solutions with an unexpected trace, whose explanation must be the same in warm children and in cold ones."""
CACHED = ("decayed_sum", "jit_forward")
"""Problems whose right solution here requests programs that publishing left in the cache."""


def sample_of(slug: str) -> list[Entry]:
    """Return a right solution in another style first, the last handwritten wrong one, and those named above."""
    entries = corpus(slug, target_of(slug))
    by_hand = [entry for entry in entries if entry.operator is None]
    right = [entry for entry in by_hand if entry.right][-1]
    wrong = [entry for entry in by_hand if not entry.right][-1]
    explained = [entry for entry in by_hand if entry.name == EXPLAINED.get(slug)]
    return [right, wrong, *explained, *(mutant_of(entries, operator) for operator in HOPELESS)]


def mutant_of(entries: tuple[Entry, ...], operator: str) -> Entry:
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
    slug: str, root: Path, grader: Grader, cold: Grader, publications: Publications
) -> None:
    problem = publish_kata(slug, root, grader, publications)
    sample = sample_of(slug)
    twice = [entry for entry in sample if entry.right or entry.name == EXPLAINED.get(slug)]
    with ThreadPoolExecutor(2) as executor:
        warm = dict(zip(sample, executor.map(problem.grade, sample), strict=True))
        colder = dict(zip(twice, executor.map(lambda entry: problem.grade(entry, cold), twice), strict=True))
    got = {entry.name: report.code for entry, report in warm.items()}
    assert [entry.name for entry in sample if not entry.allows(got[entry.name])] == [], got
    assert [find_differences(warm[entry], report) for entry, report in colder.items()] == [{}] * len(twice)
    assert sum(cached for _, cached in map(count_compiles, colder.values())) == 0
    assert count_compiles(warm[sample[0]])[1] > 0 or slug not in CACHED
