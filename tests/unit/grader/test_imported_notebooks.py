"""nbgrader's notebooks become katas: a solution cell, the cells that test it, and what students didn't see."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import PackageError
from grader.package.importers import import_foreign
from tests.unit.grader.test_imported_tests import load
from tests.unit.grader.test_importers import unpack

if TYPE_CHECKING:
    from pathlib import Path

SOLVED = """\
def double(x):
    \"\"\"Return twice `x`.\"\"\"
    ### BEGIN SOLUTION
    return jnp.asarray(x) * 2
    ### END SOLUTION
"""
GRADED = """\
assert double(1) == 2
assert double(3) == 6
### BEGIN HIDDEN TESTS
assert double(10) == 20
assert double(-1) == -2
### END HIDDEN TESTS
assert type(double(1)) is object
"""


def make_cell(text: str, kind: str = "code", **role: object) -> dict[str, Any]:
    metadata: dict[str, Any] = {"nbgrader": {"schema_version": 3, "locked": False, **role}} if role else {}
    return {"cell_type": kind, "source": text.splitlines(keepends=True), "metadata": metadata, "outputs": []}


def write(root: Path, *cells: dict[str, Any]) -> Path:
    path = root / "week.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}), "utf-8")
    return path


CELLS = (
    make_cell("# Week 1\n", "markdown"),
    make_cell("%matplotlib inline\nimport jax.numpy as jnp\n"),
    make_cell("Double a number.\n", "markdown"),
    make_cell(SOLVED, solution=True, grade=False, grade_id="double"),
    make_cell(GRADED, solution=False, grade=True, grade_id="test_double", points=2),
    make_cell("Now halve it.\n", "markdown"),
    make_cell("def halve(x):\n    return x / 2\n", solution=True, grade=False),
    make_cell("assert halve(4) == 2\n", solution=False, grade=True, points=1),
    make_cell("Explain.\n", "markdown", solution=True, grade=True, points=3),
)


def test_a_notebook_of_nbgrader(tmp_path: Path) -> None:
    draft = import_foreign(write(tmp_path, *CELLS))
    package = unpack(draft, tmp_path)
    assert (package.slug, package.statement) == ("double", "# Week 1\n\nDouble a number.\n")
    assert package.starter == (
        'def double(x):\n    """Return twice `x`."""\n    # YOUR CODE HERE\n    raise NotImplementedError\n'
    )
    samples, _, hidden = package.cases.partition("HIDDEN = ")
    assert ("{'x': 1}" in samples, "{'x': 10}" in samples) == (True, False), "what was hidden stays hidden"
    assert "{'x': 10}" in hidden
    assert float(load(draft)["double"](3)) == 6
    assert "matplotlib" not in package.reference
    left = "\n".join(draft.left)
    for part in (
        "week.ipynb, cell 2:1: `%matplotlib inline`, which only notebooks understand",
        "week.ipynb, cell 5:7: it asserts nothing about a call of a known function",
        "week.ipynb, cell 8:1: tests about `halve`, which `--function halve` imports",
        "week.ipynb, cell 9: graded by hand",
    ):
        assert part in left
    other = import_foreign(tmp_path / "week.ipynb", function="halve")
    assert (other.slug, other.files["statement.md"]) == ("halve", "Now halve it.\n")


def test_hidden_tests_bind_the_reference_as_well(tmp_path: Path) -> None:
    cells = [make_cell(SOLVED.replace("* 2", "* 2 if x < 9 else 0"), solution=True, grade_id="a"), CELLS[4]]
    draft = import_foreign(write(tmp_path, CELLS[1], *cells))
    with pytest.raises(ValueError, match="cell 3:4 expects 20"):
        load(draft)["double"](10)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([make_cell("x = 1\n")], "no cell of nbgrader's defines a function"),
        ([make_cell("def f(:\n", solution=True)], "not valid Python"),
        ([make_cell(SOLVED, solution=True)], "no test can be brought over"),
        ([], "not as expected"),
    ],
)
def test_what_is_no_notebook_of_nbgrader_is_told(tmp_path: Path, cells: list[dict[str, Any]], said: str) -> None:
    with pytest.raises(PackageError, match=said):
        import_foreign(write(tmp_path, *cells))
