"""What can be checked about the corpus without grading it: its size, and that no two solutions are the same."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from grader.judge.checks import CODES
from grader.package.specs import Checks
from grader.publishing.mutation import OPERATORS, normalise
from grader.report import Verdict
from tests.truth.corpus import ACCEPTED, SLUGS, Entry, by_hand, corpus, equivalents
from tests.truth.katas import ROOT, manifest_of, target_of
from tests.truth.statements import list_slugs
from tests.truth.styles import STYLES

RIGHT, WRONG = 150, 250


def list_entries() -> list[Entry]:
    return [entry for slug in SLUGS for entry in corpus(slug, target_of(slug))]


def test_there_are_two_shipped_problems_and_six_small_ones() -> None:
    shipped = {path.name for path in (ROOT / "problems").iterdir()}
    assert {"jit_forward", "pytree_cache"} == shipped & set(SLUGS)
    assert len(SLUGS) == 8


def test_every_check_is_declared_by_a_problem_whose_solutions_are_graded() -> None:
    checks = [Checks.model_validate(manifest_of(slug)["checks"]) for slug in {*SLUGS, *list_slugs()}]
    declared = {name for one in checks for name in Checks.model_fields if getattr(one, name) is not None}
    assert declared == set(Checks.model_fields)


def test_the_corpus_is_large_enough() -> None:
    counts = Counter(entry.right for entry in list_entries())
    assert counts[True] >= RIGHT
    assert counts[False] >= WRONG


@pytest.mark.parametrize("slug", SLUGS)
def test_each_problem_has_its_share_by_hand(slug: str) -> None:
    counts = Counter(entry.right for entry in by_hand(slug))
    assert counts[True] >= 6
    assert counts[False] >= 15


def test_no_two_solutions_are_the_same() -> None:
    sources = Counter((entry.problem, normalise(entry.source)) for entry in list_entries())
    names = Counter((entry.problem, entry.name) for entry in list_entries())
    assert [key for key, count in (sources + names).items() if count > 1] == []


def test_no_solution_is_shipped_with_a_problem() -> None:
    """Solutions with which a problem was published show nothing new about the grader."""
    paths = [path for slug in SLUGS for path in Path(ROOT, "reference_solutions", slug).glob("*/*.py")]
    shipped = {(path.parts[-3], normalise(path.read_text(encoding="utf-8"))) for path in paths}
    assert len(shipped) > 50
    assert [entry.name for entry in list_entries() if (entry.problem, normalise(entry.source)) in shipped] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_nearly_every_style_is_used(slug: str) -> None:
    used = Counter(entry.name.partition(":")[2] for entry in corpus(slug, target_of(slug)) if entry.right)
    assert len([style for style in STYLES if used[style]]) >= len(STYLES) - 4


def test_every_style_and_every_operator_is_used() -> None:
    entries = list_entries()
    assert {entry.operator.name for entry in entries if entry.operator is not None} == set(OPERATORS)
    assert set(STYLES) <= {entry.name.partition(":")[2] for entry in entries}


@pytest.mark.parametrize("slug", SLUGS)
def test_equivalent_mutants_exist_and_have_a_reason(slug: str) -> None:
    known = {entry.name for entry in corpus(slug, target_of(slug)) if entry.operator is not None}
    assert set(equivalents(slug)) <= known
    assert all(len(reason) > 20 for reason in equivalents(slug).values())


@pytest.mark.parametrize("slug", SLUGS)
def test_codes_are_such_as_there_are(slug: str) -> None:
    checker = manifest_of(slug)["checks"].get("checker") or {"codes": {}}
    own = {f"checker.{name}" for name in checker["codes"]}
    for entry in by_hand(slug):
        (code,) = entry.codes
        assert code in {ACCEPTED, *CODES, *own} or code.startswith(("error.", "source.")), entry.name


def test_sources_parse() -> None:
    for entry in list_entries():
        ast.parse(entry.source)
    assert Verdict.ACCEPTED == ACCEPTED
