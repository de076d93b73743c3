"""Operators on classes registered as pytrees."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.publishing.mutation.operators import Names, Target, blocks, in_order, operator, replace, returned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.publishing.mutation.operators import Change

BROKEN = ("error.*", "roundtrip.*", "traces.*", "values.*")


def _flattens(tree: ast.Module) -> Iterator[ast.Tuple]:
    """Yield the pairs of children and auxiliary data that flatten functions return."""
    for node in in_order(tree):
        if isinstance(node, ast.FunctionDef) and "flatten" in node.name and "unflatten" not in node.name:
            yield from (value for value in returned(node) if isinstance(value, ast.Tuple))


def _registers(names: Names, node: ast.expr) -> bool:
    called = node.func if isinstance(node, ast.Call) else node
    return names.full(called).startswith(("jax.tree_util.register_", "flax.struct."))


@operator(*BROKEN)
def drop_aux(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Flatten without auxiliary data."""
    for pair in _flattens(tree):
        yield pair, replace(tree, (pair.elts, [pair.elts[0], ast.Constant(None)]))


@operator(*BROKEN)
def drop_children(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Flatten without children."""
    for pair in _flattens(tree):
        yield pair, replace(tree, (pair.elts, [ast.Tuple([], ast.Load()), pair.elts[1]]))


@operator(*BROKEN)
def swap_children(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Swap children and auxiliary data."""
    for pair in _flattens(tree):
        yield pair, replace(tree, (pair.elts, pair.elts[::-1]))


@operator(*BROKEN)
def swap_fields(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Restore the fields in the wrong order when unflattening."""
    for node in in_order(tree):
        if isinstance(node, ast.FunctionDef) and "unflatten" in node.name:
            for value in returned(node):
                if isinstance(value, ast.Call) and len(value.args) > 1:
                    yield value, replace(tree, (value.args, value.args[::-1]))


@operator("error.*", "roundtrip.failed", "traces.*")
def drop_registration(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Leave the class unregistered."""
    names = Names(tree)
    for node in in_order(tree):
        if isinstance(node, ast.ClassDef):
            for decorator in node.decorator_list:
                if _registers(names, decorator):
                    rest = [other for other in node.decorator_list if other is not decorator]
                    yield decorator, replace(tree, (node.decorator_list, rest))
    for block in blocks(tree):
        for statement in block:
            if isinstance(statement, ast.Expr) and _registers(names, statement.value):
                rest_of_block = [other for other in block if other is not statement]
                yield statement, replace(tree, (block, rest_of_block))


@operator("error.*", "traces.*", "roundtrip.*")
def static_to_data(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Forget to mark a field as static."""
    for node in in_order(tree):
        if isinstance(node, ast.keyword) and ast.unparse(node.value) == "{'static': True}":
            yield node.value, replace(tree, (node.value, ast.Dict([], [])))
        elif isinstance(node, ast.keyword) and node.arg == "pytree_node" and ast.unparse(node.value) == "False":
            yield node.value, replace(tree, (node.value, ast.Constant(value=True)))


OPERATORS = [drop_aux, drop_children, swap_children, swap_fields, drop_registration, static_to_data]
