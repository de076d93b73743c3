"""Imports an exercise of Exercism's Python track: its instructions, its example solution, and its tests.

An exercise's folder has `.meta/config.json`, which names its files, and instructions in `.docs/`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from grader.errors import PackageError
from grader.package.importers.assertions import read_tests
from grader.package.importers.draft import PackageDraft, choose_slug, parse_json, read_file
from grader.package.importers.functions import FunctionSource, FunctionTexts, add_function, parse_module
from grader.package.importers.pytest_file import choose_function, note_rest

if TYPE_CHECKING:
    from pathlib import Path

MANIFEST = ".meta/config.json"
DOCS = ("introduction.md", "instructions.md", "instructions.append.md")


class ExerciseFiles(BaseModel):
    """The files that `config.json` names."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    test: list[str] = []
    example: list[str] = []
    exemplar: list[str] = []
    editor: list[str] = []


class ExerciseConfig(BaseModel):
    """The keys of `config.json` that are read; others are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    authors: list[str] = []
    contributors: list[str] = []
    files: ExerciseFiles
    blurb: str = ""


def import_exercise(folder: Path, slug: str | None = None, function: str | None = None) -> PackageDraft:
    """Return a draft of the exercise in `folder`; raises `PackageError`."""
    path = folder / MANIFEST
    config = parse_json(ExerciseConfig, read_file(folder, path), path)
    solutions = config.files.example or config.files.exemplar
    if not (config.files.test and solutions):
        raise PackageError("it names no tests, or no example that solves it", file=str(path), key="files")
    others = [name for name in (config.files.test[0], solutions[0]) if not name.endswith(".py")]
    if others:
        raise PackageError(f"only exercises in Python can be imported, and it has {others[0]}", file=str(path))
    source = read_file(folder, folder / solutions[0])
    own = [node.name for node in parse_module(source, solutions[0]).body if isinstance(node, ast.FunctionDef)]
    test_file = config.files.test[0]
    tests = read_tests(parse_module(read_file(folder, folder / test_file), test_file), test_file, own)
    chosen = choose_function(tests, function, test_file)
    draft = PackageDraft(choose_slug(folder, slug))
    note_rest(draft, tests, chosen)
    docs = [folder / ".docs" / name for name in DOCS]
    texts = FunctionTexts(
        statement="\n\n".join(read_file(folder, one).strip() for one in docs if one.is_file()),
        title=folder.resolve().name.replace("-", " ").capitalize(),
        credits=", ".join([*config.authors, *config.contributors]),
    )
    add_function(draft, FunctionSource(chosen, source, solutions[0]), tests.found[chosen], texts)
    draft.taken.append("the instructions, and the names of authors and contributors")
    for name in (".docs/hints.md", ".approaches", ".articles"):
        if (folder / name).exists():
            draft.left.append(f"{name}: write hints and the lesson yourself")
    draft.left += [f"{name}: learners had it beside the exercise" for name in config.files.editor]
    draft.left += [f"{name}: one file of each kind is taken" for name in (*config.files.test[1:], *solutions[1:])]
    return draft
