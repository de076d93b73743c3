"""The solutions that learners see: they draw no remark, and notes explain them line by line."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.kit.language import LANGUAGES
from grader.judge.hints import find_hints
from grader.package.files import Package, read_package
from grader.package.notes import NOTES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
SLUGS = sorted(path.parent.name for path in (ROOT / "problems").glob("*/problem.yaml"))
BEGINNERS = "JAX in half an hour"
SHORTEST = 20
"""The minimum length of a note, in characters."""


def read(slug: str) -> Package:
    return read_package(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug)


def find_statements(source: str) -> Iterator[tuple[int, int]]:
    """Yield first and last line of where a note on each statement may be, without imports and docstrings."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            yield first, node.body[0].lineno - 1
        elif isinstance(node, ast.stmt) and not isinstance(node, ast.Import | ast.ImportFrom) and not is_text(node):
            yield node.lineno, node.end_lineno or node.lineno


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_shown_solution_draws_no_remark(slug: str) -> None:
    source = (ROOT / "reference_solutions" / slug / "accepted" / "canonical.py").read_text(encoding="utf-8")
    assert [hint for hint in find_hints(source) if hint.level != "celebratory"] == []


def test_the_first_half_hour_is_explained_in_each_language() -> None:
    beginners = [slug for slug in SLUGS if read(slug).problem.track == BEGINNERS]
    assert len(beginners) == 6
    for slug in beginners:
        translations = read(slug).translations
        assert all(translations[language].notes for language in LANGUAGES if language != "en"), slug


@pytest.mark.parametrize("slug", SLUGS)
def test_each_statement_has_a_note(slug: str) -> None:
    package = read(slug)
    explained = [note.line for note in package.notes]
    assert explained, f"{slug} has no {NOTES}"
    for first, last in find_statements(package.accepted["canonical.py"]):
        assert any(first <= line <= last for line in explained), f"{slug}: line {first} of canonical.py has no note"
    texts = [note.text for note in package.notes]
    texts += [text for translation in package.translations.values() for text in translation.notes]
    assert all(len(text) >= SHORTEST for text in texts)
