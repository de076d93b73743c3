"""Code that runs beside a submission calls NumPy, JAX and NNX through its own names, which can't be redirected."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

INSIDE = Path(__file__).parents[3] / "grader" / "inside"
ELSEWHERE = frozenset(
    """
    cache.py checker_runner.py confine.py devices.py generate.py holes.py misses.py patches.py referee.py script.py
    stablehlo.py trial.py variation.py warm.py worker.py zygote.py
    """.split()  # noqa: SIM905 - a table to be read
)
"""Files whose functions run before a submission is loaded, or in a sandbox that has none."""
LIBRARIES = frozenset({"jax", "jnp", "nnx", "np"})
PLAIN = frozenset({"jax.ShapeDtypeStruct"})
"""A class without which nothing can be traced, so a submission that replaces it fails."""


@pytest.mark.parametrize("path", sorted(INSIDE.rglob("*.py")), ids=lambda path: str(path.relative_to(INSIDE)))
def test_functions_of_libraries_are_bound_before(path: Path) -> None:
    if path.name in ELSEWHERE:
        return
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    steps = [step for function in functions for step in function.body if not isinstance(step, ast.FunctionDef)]
    calls = {ast.unparse(node.func) for step in steps for node in ast.walk(step) if isinstance(node, ast.Call)}
    assert not {name for name in calls - PLAIN if name.partition(".")[0] in LIBRARIES and "." in name}
