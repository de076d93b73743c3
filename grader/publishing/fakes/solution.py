"""Accepted solutions as material for fakes: the source under another name, and generated twins.

A *twin* computes the same by other means. It wraps the solution's whole source in a function, so that its names stay
local: `make_eager()` returns an entry point without any `jit`, `make_numpy()` one that uses NumPy instead of JAX.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from functools import cached_property
from textwrap import indent
from typing import TYPE_CHECKING, Final

import numpy as np

from grader.publishing.mutation.jit import makes_jit
from grader.publishing.mutation.operators import Names, expression

if TYPE_CHECKING:
    from grader.publishing.fakes.subject import FakedProblem

HONEST: Final = "honest_"
"""The prefix of the entry point's name for the solution's own function."""
EAGER: Final = "make_eager"
NUMPY: Final = "make_numpy"
NUMPY_FORMS: Final = {
    "jax.lax.scan": "numpy_scan",
    "jax.vmap": "numpy_vmap",
    "jax.nn.sigmoid": "(lambda x: 1 / (1 + numpy.exp(-x)))",
    "jax.nn.relu": "(lambda x: numpy.maximum(x, 0))",
    "jax.lax.rsqrt": "(lambda x: 1 / numpy.sqrt(x))",
}
"""NumPy's counterparts of JAX functions outside of `jax.numpy`."""
NUMPY_HELPERS: Final = """
def numpy_scan(step, carry, xs, length=None):
    outputs = []
    for i in range(length or len(jax.tree.leaves(xs)[0])):
        carry, output = step(carry, jax.tree.map(lambda leaf: leaf[i], xs))
        outputs.append(output)
    return carry, jax.tree.map(lambda *leaves: numpy.stack(leaves), *outputs)

def numpy_vmap(function, in_axes=0):
    def mapped(*args):
        axes = in_axes if isinstance(in_axes, (tuple, list)) else [in_axes] * len(args)
        size = next(arg.shape[axis] for arg, axis in zip(args, axes) if axis is not None)
        rows = [
            function(*(arg if axis is None else numpy.take(arg, i, axis) for arg, axis in zip(args, axes)))
            for i in range(size)
        ]
        return jax.tree.map(lambda *leaves: numpy.stack(leaves), *rows)
    return mapped
"""


@dataclass(frozen=True)
class FakedSolution:
    """An accepted solution's source, and the problem that it solves."""

    source: str
    subject: FakedProblem

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree; raises what `ast.parse` raises."""
        return ast.parse(self.source)

    @property
    def honest(self) -> str:
        """The name of the solution's own entry point in a fake."""
        return HONEST + self.subject.entry_point

    @property
    def arguments(self) -> str:
        """The parameters of the entry point, as arguments in a call."""
        return ", ".join(self.subject.parameters)

    def write_honest(self) -> str:
        """Return the source with the entry point, and all references to it, renamed to `honest`."""
        return ast.unparse(_Renaming(self.subject.entry_point, self.honest).visit(copy.deepcopy(self.tree)))

    @cached_property
    def eager(self) -> str | None:
        """The definition of `make_eager()`; None if the solution has no `jit`, or lowers a jitted function."""
        dropping = _DroppingJit(Names(self.tree))
        tree = dropping.visit(copy.deepcopy(self.tree))
        if not dropping.dropped or ".lower(" in self.source:
            return None
        return self._enclose(tree, EAGER)

    @cached_property
    def numpy(self) -> str | None:
        """The definition of `make_numpy()`; None if NumPy lacks something that the solution uses."""
        if self.subject.models or self.subject.functions:
            return None
        tree = _DroppingJit(Names(self.tree)).visit(copy.deepcopy(self.tree))
        converting = _ToNumpy(Names(tree))
        tree = converting.visit(tree)
        enclosed = None if converting.lacking or ".at[" in self.source else self._enclose(tree, NUMPY)
        return f"import jax\nimport numpy\n{NUMPY_HELPERS}\n{enclosed}" if enclosed is not None else None

    def _enclose(self, tree: ast.Module, name: str) -> str | None:
        """Return a function without parameters that contains all of `tree` and returns the entry point."""
        if any(isinstance(node, ast.Global) for node in ast.walk(tree)):
            return None
        body = [
            statement
            for statement in tree.body
            if not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__")
        ]
        inside = indent(ast.unparse(ast.Module(body, [])), "    ")
        return f"def {name}():\n{inside}\n    return {self.subject.entry_point}"


class _Renaming(ast.NodeTransformer):
    def __init__(self, old: str, new: str) -> None:
        self._names = {old: new}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self._names.get(node.id, node.id)
        return node

    def visit_Global(self, node: ast.Global) -> ast.Global:
        node.names = [self._names.get(name, name) for name in node.names]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._names.get(node.name, node.name)
        return self.generic_visit(node)


class _DroppingJit(ast.NodeTransformer):
    """Removes every `jax.jit` and `nnx.jit`, with its options."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.dropped = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        kept = [decorator for decorator in node.decorator_list if not makes_jit(self._names, _called(decorator))]
        self.dropped += len(node.decorator_list) - len(kept)
        node.decorator_list = kept
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if node.args and makes_jit(self._names, node.func):
            self.dropped += 1
            return self.visit(node.args[0])  # type: ignore[no-any-return]  # what NodeTransformer.visit returns
        return self.generic_visit(node)


def _called(decorator: ast.expr) -> ast.expr:
    """Return the function that a decorator with options calls, as `jax.jit` in `@jax.jit(static_argnums=0)`."""
    partial = isinstance(decorator, ast.Call) and bool(decorator.args)
    return decorator.func if isinstance(decorator, ast.Call) and not partial else decorator


class _ToNumpy(ast.NodeTransformer):
    """Replaces JAX's functions by NumPy's; `lacking` are those without a counterpart."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.lacking: list[str] = []

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        full = self._names.full(node)
        return self._translate(node, full) if full else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._translate(node, self._names.full(node))

    def _translate(self, node: ast.expr, full: str) -> ast.expr:
        if full in NUMPY_FORMS:
            return expression(NUMPY_FORMS[full])
        if full.startswith("jax.numpy."):
            name = full.removeprefix("jax.numpy.")
            if hasattr(np, name.partition(".")[0]):
                return expression(f"numpy.{name}")
        if full.startswith(("jax", "flax", "optax")) and not full.startswith(("jax.tree.", "jax.tree_util.")):
            self.lacking.append(full)
        return node
