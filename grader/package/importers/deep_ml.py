"""Imports a task in the format of Deep-ML: a description, a solution, and tests with their printed output.

A task is one JSON file with all of this, or a folder with `meta.json`, `tests.json`, `solution.py` and Markdown. A test
consists of Python code that prints and the text that it prints; or, in newer tasks, of arguments and a value.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, JsonValue, RootModel

from grader.errors import PackageError
from grader.package.importers.assertions import Expectation, ReadTests, is_plain, read_tests
from grader.package.importers.draft import PackageDraft, choose_slug, parse_json, read_file
from grader.package.importers.functions import FunctionSource, FunctionTexts, add_function, parse_module
from grader.package.importers.pytest_file import choose_function, note_rest

if TYPE_CHECKING:
    from pathlib import Path

META, TESTS, SOLUTION = "meta.json", "tests.json", "solution.py"
DIFFICULTIES = {"easy": 2, "medium": 3, "hard": 4}
PRINTED = 1e-6
"""The relative tolerance for numbers read from printed output, where NumPy prints eight digits."""
_BETWEEN = re.compile(r"(?<=[\d.\]])\s+(?=[-+\d\[])")


class PrintedTest(BaseModel):
    """A test: Python code that prints, and its output; or arguments by name, and a value."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    test: str | dict[str, JsonValue]
    expected_output: JsonValue


class PrintedTestList(RootModel[list[PrintedTest]]):
    """The content of `tests.json`."""


class DeepMlTask(BaseModel):
    """The keys of a task that are read; others are ignored. In a folder, the texts are files."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    title: str = ""
    difficulty: str = ""
    category: str = ""
    contributor: list[dict[str, Any]] = []
    description: str = ""
    learn_section: str = ""
    starter_code: str = ""
    solution: str = ""
    example: dict[str, Any] | None = None
    test_cases: list[PrintedTest] = []


def is_task(path: Path) -> bool:
    """Return whether a path is the folder of such a task."""
    return (path / META).is_file() and (path / TESTS).is_file()


def import_task(path: Path, slug: str | None = None, function: str | None = None) -> PackageDraft:
    """Return a draft of the task in a JSON file or a folder; raises `PackageError`."""
    task, listing, source_file = _read_folder(path) if path.is_dir() else _read_json(path)
    own = [node.name for node in parse_module(task.solution, source_file).body if isinstance(node, ast.FunctionDef)]
    tests = _read_tests(task.test_cases, listing, own)
    chosen = choose_function(tests, function, listing[0])
    draft = PackageDraft(choose_slug(path.with_suffix("") if path.is_file() else path, slug))
    note_rest(draft, tests, chosen)
    names = [str(one.get("name", "")) for one in task.contributor]
    texts = FunctionTexts(
        statement=task.description + _write_example(task.example),
        lesson=task.learn_section,
        starter=task.starter_code.strip() + "\n" if _is_python(task.starter_code) else "",
        title=task.title,
        credits=", ".join(filter(None, names)),
        difficulty=DIFFICULTIES.get(task.difficulty.lower()),
        keywords=(task.category,) if task.category else (),
    )
    add_function(draft, FunctionSource(chosen, task.solution, source_file), tests.found[chosen], texts)
    draft.taken.append("title, description, lesson, starter, category and contributors, where given")
    return draft


def _read_json(path: Path) -> tuple[DeepMlTask, tuple[str, str], str]:
    """Return a task, the name and text of the file with its tests, and the name of the file with its solution."""
    text = read_file(path.parent, path)
    task = parse_json(DeepMlTask, text, path)
    if not (task.solution.strip() and task.test_cases):
        raise PackageError("it has no solution, or no test cases", file=str(path), suggestion="see the manual")
    return task, (path.name, text), f"{path.name}, solution"


def _read_folder(folder: Path) -> tuple[DeepMlTask, tuple[str, str], str]:
    text = read_file(folder, folder / TESTS)
    files = {
        "description": "description.md", "learn_section": "learn.md", "starter_code": "starter_code.py",
        "solution": SOLUTION,
    }  # fmt: skip
    given = {key: read_file(folder, folder / name) for key, name in files.items() if (folder / name).is_file()}
    if not given.get("solution", "").strip():
        raise PackageError("there is no solution", file=str(folder / SOLUTION), suggestion="add one")
    task = parse_json(DeepMlTask, read_file(folder, folder / META), folder / META)
    given_tests = parse_json(PrintedTestList, text, folder / TESTS).root
    return task.model_copy(update={**given, "test_cases": given_tests}), (TESTS, text), SOLUTION


def _read_tests(given: list[PrintedTest], listing: tuple[str, str], own: list[str]) -> ReadTests:
    """Return what tests expect of the functions `own`; each test is named by its line in the file."""
    name, text = listing
    lines = [text.count("\n", 0, found.start()) + 1 for found in re.finditer(r'"test"\s*:', text)]
    read = ReadTests()
    for number, test in enumerate(given):
        place = f"{name}:{lines[number] if number < len(lines) else 1}"
        if isinstance(test.test, dict):
            if own:
                arguments = {key: repr(value) for key, value in test.test.items()}
                read.add(own[-1], Expectation(place, (), arguments, repr(test.expected_output), relative=PRINTED))
            continue
        found = _read_printing(test.test, str(test.expected_output), place, own)
        if isinstance(found, str):
            read.left.append(f"{place}: {found}")
            continue
        for function, expectation in found:
            read.add(function, expectation)
    return read


def _read_printing(test: str, output: str, place: str, own: list[str]) -> list[tuple[str, Expectation]] | str:
    """Return the function and the expectation of a test that prints; or the reason why it can't be imported."""
    try:
        tree = ast.parse(test)
        answer, exact = _read_output(output)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "it, or what it prints, isn't a value in Python"
    last = tree.body[-1] if tree.body else ast.Pass()
    match last:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[printed]) as call) if not call.keywords:
            asserted = ast.Assert(ast.Compare(printed, [ast.Eq()], [answer]))
        case _:
            return "it doesn't end with one `print` of one value"
    module = ast.Module([*tree.body[:-1], ast.copy_location(asserted, last)], [])
    found = read_tests(ast.fix_missing_locations(module), place, own)
    if not found.found or found.left:
        return "it doesn't print one call whose arguments are written out, and nothing besides"
    relative = 0.0 if exact else PRINTED
    return [
        (function, replace(one, place=place, relative=max(one.relative, relative)))
        for function, expectations in found.found.items()
        for one in expectations
    ]


def _read_output(output: str) -> tuple[ast.expr, bool]:
    """Return printed output as an expression, and whether it is exact; raises `SyntaxError` and `ValueError`."""
    text = output.strip()
    for candidate, exact in ((text, True), (_BETWEEN.sub(", ", text), False)):
        try:
            answer = ast.parse(candidate, mode="eval").body
        except SyntaxError:
            continue
        if is_plain(answer):
            return answer, exact
    raise ValueError(text)


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool(text.strip())


def _write_example(example: dict[str, Any] | None) -> str:
    if not example:
        return ""
    given, told = (str(example.get(key, "")).strip() for key in ("input", "output"))
    reason = str(example.get("reasoning", "")).strip()
    return f"\n\n### Example\n\n```\n{given}\n{told}\n```\n\n{reason}\n"
