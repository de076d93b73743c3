"""Operators that change expressions: signs, constants, axes, reductions, shapes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.publishing.mutation.operators import Names, Target, calls, expression, in_order, operator, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.publishing.mutation.operators import Change

WRONG = ("values.*", "gradients.*", "error.*")
DROPPED = ("axis", "keepdims", "dtype", "initial")
AXIS_0 = ("stack", "concatenate", "associative_scan")
"""Functions whose `axis` defaults to 0."""
FLOAT32 = ("zeros", "ones", "empty", "eye", "identity", "linspace")
"""Functions of `jax.numpy` whose dtype defaults to float32."""
_OTHER_SIGN: dict[type[ast.operator], ast.operator] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Div: ast.Mult(),
    ast.Pow: ast.Mult(),
}
_OTHER_REDUCTION = {"mean": "sum", "sum": "mean", "max": "min", "min": "max", "prod": "sum", "cumsum": "cumprod"}


@operator(*WRONG)
def other_sign(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Confuse two arithmetic operators, such as + and -, in one place."""
    for node in in_order(tree):
        if isinstance(node, ast.BinOp) and type(node.op) in _OTHER_SIGN and not _counts(node):
            yield node, replace(tree, (node, ast.BinOp(node.left, _OTHER_SIGN[type(node.op)], node.right)))


@operator(*WRONG)
def swap_operands(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Swap the two sides of a subtraction, a division, a power or a matrix product."""
    for node in in_order(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.Div | ast.Pow | ast.MatMult):
            yield node, replace(tree, (node, ast.BinOp(node.right, node.op, node.left)))


@operator(*WRONG)
def transpose_operand(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Transpose one side of a matrix product, or leave out a transpose."""
    for node in in_order(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            for side in (node.left, node.right):
                yield side, replace(tree, (side, expression("{side}.T", side=side)))
        elif isinstance(node, ast.Attribute) and node.attr == "T":
            yield node, replace(tree, (node, node.value))


@operator(*WRONG)
def change_float(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Increase a float in the source by 0.5."""
    for node in in_order(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node, replace(tree, (node, ast.Constant(node.value + 0.5)))


@operator(*WRONG)
def other_reduction(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Take the sum instead of the mean, the maximum instead of the minimum, or vice versa."""
    for node in in_order(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and (other := _OTHER_REDUCTION.get(node.func.attr))
        ):
            yield node, replace(tree, (node.func, ast.Attribute(node.func.value, other, ast.Load())))


@operator(*WRONG)
def drop_keyword(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Leave out `axis`, `keepdims`, `dtype` or `initial` in a call, unless it has its default value."""
    names = Names(tree)
    for node in in_order(tree):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in DROPPED and not _is_default(names, node, keyword):
                    rest = [other for other in node.keywords if other is not keyword]
                    yield node, replace(tree, (node.keywords, rest))


@operator(*WRONG)
def other_axis(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Reduce or stack along the wrong axis: 1 instead of 0, or 0 instead of any other."""
    for node in in_order(tree):
        if isinstance(node, ast.keyword) and node.arg == "axis" and _is_integer(node.value):
            other = 0 if ast.unparse(node.value) != "0" else 1
            yield node.value, replace(tree, (node.value, ast.Constant(other)))


@operator("values.shape")
def drop_reshape(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Leave out a `reshape`, `ravel` or `flatten`."""
    names = Names(tree)
    for node in in_order(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if names.full(node.func) in ("jax.numpy.reshape", "jax.numpy.ravel"):
                yield node, replace(tree, (node, node.args[0]))
            elif not names.full(node.func) and node.func.attr in ("reshape", "ravel", "flatten"):
                yield node, replace(tree, (node, node.func.value))


@operator(*WRONG)
def swap_branches(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Swap the two values of a `where`, or the two branches of a `cond`."""
    for node in calls(tree, "jax.numpy.where", "jax.lax.cond", "jax.lax.select"):
        if len(node.args) > 2:  # noqa: PLR2004 - the condition and two values
            first, second = node.args[1:3]
            yield node, replace(tree, (node.args, [node.args[0], second, first, *node.args[3:]]))


@operator(*WRONG)
def swap_arguments(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Swap the first two arguments in a call of a function defined in the file."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in in_order(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in own
            and len(node.args) > 1
            and not any(isinstance(argument, ast.Starred) for argument in node.args[:2])
        ):
            yield node, replace(tree, (node.args, [node.args[1], node.args[0], *node.args[2:]]))


def _is_default(names: Names, call: ast.Call, keyword: ast.keyword) -> bool:
    """Return whether a keyword of a call has its default value."""
    called, value = names.full(call.func).rpartition("."), keyword.value
    if keyword.arg == "axis" and called[2] in AXIS_0:
        return ast.unparse(value) == "0"
    if keyword.arg == "dtype" and called[0] == "jax.numpy" and called[2] in FLOAT32:
        return names.full(value) == "jax.numpy.float32" or ast.unparse(value) in ("float", "'float32'")
    return isinstance(value, ast.Constant) and (value.value is None or value.value is False)


def _is_integer(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, int)


def _counts(node: ast.BinOp) -> bool:
    """Return whether it is a count such as `n - 1`, which `off_by_one` is for."""
    return _is_integer(node.right)


OPERATORS = [
    *[other_sign, swap_operands, transpose_operand, change_float, other_reduction, drop_keyword, other_axis],
    *[drop_reshape, swap_branches, swap_arguments],
]
