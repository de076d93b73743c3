"""Importers, which convert problems of other platforms to packages of this one, as far as possible.

The result is a draft: it parses, and `jaxdojo problem check` lists what its author has to add. An importer reports
which parts it omitted or invented. Folders are untrusted, and nothing in them is run.

- `icpc`: a package of the ICPC problem format, 2025-09, 2023-07 or legacy, as Kattis has them (`problem.yaml`,
  `data/`, `submissions/`).
- `kernelbot`: a task folder of KernelBot (`task.yml`, `reference.py`).
- `pytest_file`: a file of tests, and the function that they test.
- `exercism`: an exercise of an Exercism track in Python (`.meta/config.json`).
- `nbgrader`: the instructor's version of an nbgrader notebook.
- `kernelbench`: a file with a PyTorch module and its inputs, which becomes a kata to write in JAX.
- `deep_ml`: a task in the format of Deep-ML: a JSON file, or a folder with `tests.json`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.errors import PackageError
from grader.package.importers import deep_ml, exercism, icpc, kernelbench, kernelbot, nbgrader, pytest_file
from grader.package.importers.draft import read_file
from grader.package.importers.functions import parse_module

if TYPE_CHECKING:
    from pathlib import Path

    from grader.package.importers.draft import PackageDraft


SUFFIXES = frozenset({".ipynb", ".json", ".py"})
"""The suffixes of files that can be imported on their own."""


def import_foreign(path: Path, slug: str | None = None, function: str | None = None) -> PackageDraft:
    """Return a draft of the problem in a folder or file. It is called `slug`, or by default as the folder or file.

    `function` chooses the function if the tests are about several. Raises `PackageError` if `path` has no known format,
    or is malformed.
    """
    try:
        return (_import_file if path.is_file() else _import_folder)(path, slug, function)
    except RecursionError as error:
        raise PackageError("it is nested too deeply to be read", file=str(path)) from error


def _import_file(path: Path, slug: str | None, function: str | None) -> PackageDraft:
    match path.suffix.lower():
        case ".json":
            return deep_ml.import_task(path, slug, function)
        case ".ipynb":
            return nbgrader.import_notebook(path, slug, function)
        case ".py":
            text = read_file(path.parent, path)
            if kernelbench.is_task(parse_module(text, path.name)):
                return kernelbench.import_task(path, text, slug)
            return pytest_file.import_tests(path, slug, function)
    advice = "it is neither a zip file that `export` wrote nor a Python file with tests, a notebook or a task in JSON"
    raise PackageError("this is not a problem in a format that can be imported", file=str(path), suggestion=advice)


def _import_folder(path: Path, slug: str | None, function: str | None) -> PackageDraft:
    if (path / kernelbot.MANIFEST).is_file():
        return kernelbot.import_task(path, slug)
    if (path / icpc.MANIFEST).is_file():
        return icpc.import_package(path, slug)
    if (path / exercism.MANIFEST).is_file():
        return exercism.import_exercise(path, slug, function)
    if deep_ml.is_task(path):
        return deep_ml.import_task(path, slug, function)
    tests = [one for one in sorted(path.iterdir()) if pytest_file.is_test_file(one)] if path.is_dir() else []
    if len(tests) == 1:
        return pytest_file.import_tests(tests[0], slug, function)
    advice = (
        "it has none of task.yml (KernelBot), problem.yaml (ICPC), .meta/config.json (Exercism), tests.json (Deep-ML) "
        "and one file of tests (pytest); otherwise give a zip file written by `export`"
    )
    raise PackageError("this is not a problem in a format that can be imported", file=str(path), suggestion=advice)
