"""Imports the instructor's version of an nbgrader notebook: a solution cell, and the cells that test it.

The metadata of a cell give its role: to be solved (`solution`), graded by tests (`grade`), or graded by hand (both).
The kata is about the function that is named, or else the one with the most tests; the others are reported as omitted.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from grader.errors import PackageError
from grader.package.importers.assertions import ReadTests, hide, read_tests
from grader.package.importers.draft import PackageDraft, choose_slug, parse_json, read_file
from grader.package.importers.functions import FunctionSource, FunctionTexts, add_function, parse_module
from grader.package.importers.pytest_file import choose_function, note_rest

if TYPE_CHECKING:
    from pathlib import Path

SOLUTION = re.compile(r"^(?P<indent>[ \t]*)#+\s*BEGIN SOLUTION.*?#+\s*END SOLUTION[^\n]*$", re.MULTILINE | re.DOTALL)
HIDDEN = re.compile(r"^[ \t]*#+\s*BEGIN HIDDEN TESTS.*?#+\s*END HIDDEN TESTS[^\n]*$", re.MULTILINE | re.DOTALL)
MAGIC = re.compile(r"^[ \t]*[%!][^\n]*$", re.MULTILINE)
"""Lines that only notebooks understand."""


class CellRole(BaseModel):
    """A cell's role in nbgrader's metadata."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    grade: bool = False
    solution: bool = False
    grade_id: str = ""


class CellMetadata(BaseModel):
    """A cell's metadata; only nbgrader's are read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    nbgrader: CellRole = CellRole()


class NotebookCell(BaseModel):
    """A cell of a notebook."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    cell_type: str
    source: str | list[str]
    metadata: CellMetadata = CellMetadata()

    @property
    def text(self) -> str:
        """The cell's text."""
        return self.source if isinstance(self.source, str) else "".join(self.source)


class NotebookFile(BaseModel):
    """The part of a notebook that is read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    cells: list[NotebookCell] = Field(min_length=1)


@dataclass(frozen=True)
class SolvedCell:
    """A cell that learners solve: its place, the text before it, and the functions that it defines."""

    number: int
    text: str
    about: str
    functions: tuple[str, ...]


def import_notebook(path: Path, slug: str | None = None, function: str | None = None) -> PackageDraft:
    """Return a draft of a function that the notebook `path` grades; raises `PackageError`."""
    notebook = parse_json(NotebookFile, read_file(path.parent, path), path)
    solved = _list_solved(notebook, path.name)
    if not solved:
        advice = "give the instructor's version, with nbgrader's metadata and its solutions"
        raise PackageError("no cell of nbgrader's defines a function", file=path.name, suggestion=advice)
    tests = _read_tests(notebook, [name for cell in solved for name in cell.functions], path.name)
    chosen = choose_function(tests, function, path.name)
    cell = next(one for one in solved if chosen in one.functions)
    draft = PackageDraft(choose_slug(path.parent / chosen, slug))
    note_rest(draft, tests, chosen)
    tree = parse_module(cell.text, _place(path.name, cell.number))
    texts = FunctionTexts(statement=cell.about, starter=_write_starter(notebook, cell))
    source = FunctionSource(chosen, _join(notebook, cell), _place(path.name, cell.number))
    add_function(draft, source, tests.found[chosen], texts)
    if len(tree.body) > 1 or len(cell.functions) > 1:
        draft.taken.append(f"the other code of its cell, where `{chosen}` needs it")
    _note_cells(draft, notebook, path.name)
    return draft


def _list_solved(notebook: NotebookFile, file: str) -> list[SolvedCell]:
    """Return the code cells that learners solve and that define functions."""
    found: list[SolvedCell] = []
    about: list[str] = []
    for number, cell in enumerate(notebook.cells, start=1):
        role = cell.metadata.nbgrader
        if cell.cell_type == "markdown":
            about.append(cell.text.strip())
        elif cell.cell_type == "code" and role.solution:
            tree = parse_module(_clean(cell.text), _place(file, number))
            names = tuple(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
            if names:
                found.append(SolvedCell(number, _clean(cell.text), "\n\n".join(about), names))
            about = []
        elif role.grade:
            about = []
    return found


def _read_tests(notebook: NotebookFile, functions: list[str], file: str) -> ReadTests:
    """Return the expectations of the grading cells; those that nbgrader hides from students are hidden here too."""
    read = ReadTests()
    for number, cell in enumerate(notebook.cells, start=1):
        role = cell.metadata.nbgrader
        if cell.cell_type != "code" or not role.grade or role.solution:
            continue
        text, place = _clean(cell.text), _place(file, number)
        secret = {
            line
            for found in HIDDEN.finditer(text)
            for line in range(text.count("\n", 0, found.start()) + 1, text.count("\n", 0, found.end()) + 2)
        }
        tests = read_tests(parse_module(text, place), place, functions)
        read.left += tests.left
        for name, expectations in tests.found.items():
            for one in expectations:
                is_secret = int(one.place.rpartition(":")[2]) in secret
                read.add(name, hide([one])[0] if is_secret else one)
    return read


def _join(notebook: NotebookFile, cell: SolvedCell) -> str:
    """Return a solved cell with the ungraded code before it, such as imports."""
    before = [
        _clean(one.text)
        for one in notebook.cells[: cell.number - 1]
        if one.cell_type == "code" and not one.metadata.nbgrader.grade
    ]
    return "\n\n\n".join(text.strip() for text in [*before, cell.text] if text.strip()) + "\n"


def _write_starter(notebook: NotebookFile, cell: SolvedCell) -> str:
    """Return the cell as nbgrader gives it to students; empty if the solution isn't marked."""
    original = notebook.cells[cell.number - 1].text
    stub, marks = SOLUTION.subn(r"\g<indent># YOUR CODE HERE\n\g<indent>raise NotImplementedError", _clean(original))
    return stub.strip() + "\n" if marks else ""


def _note_cells(draft: PackageDraft, notebook: NotebookFile, file: str) -> None:
    for number, cell in enumerate(notebook.cells, start=1):
        role = cell.metadata.nbgrader
        if role.grade and role.solution:
            draft.left.append(f"{_place(file, number)}: graded by hand, which a kata isn't")
        for found in MAGIC.finditer(cell.text) if cell.cell_type == "code" else ():
            line = cell.text.count("\n", 0, found.start()) + 1
            draft.left.append(
                f"{_place(file, number)}:{line}: `{found[0].strip()[:60]}`, which only notebooks understand"
            )


def _clean(text: str) -> str:
    """Return a cell's code without what only notebooks understand, with the same number of lines."""
    return MAGIC.sub("", text)


def _place(file: str, number: int) -> str:
    return f"{file}, cell {number}"
