"""Sizes as expressions of the letters in the parameters' types: `4 * N * D`, if a parameter is a `float32[N, D]`."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field

from grader.protocol import Array

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.protocol import Value

_TYPE = re.compile(r"\w+\[(.*)\]")
_FORM = "a size is a whole number or a sum or product of sizes, such as 4 * N * D"


def parse_size(expression: int | str) -> ast.expr:
    """Return the syntax tree of an expression; raise ValueError for anything except + - * names and numbers."""
    try:
        tree = ast.parse(str(expression).strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(_FORM) from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            known = type(node.value) is int
        else:
            known = isinstance(node, ast.BinOp | ast.Add | ast.Sub | ast.Mult | ast.Name | ast.Load)
        if not known:
            raise ValueError(_FORM)
    return tree


def _check(expression: str) -> str:
    parse_size(expression)
    return expression


Size = Annotated[int, Field(ge=0)] | Annotated[str, Field(max_length=100), AfterValidator(_check)]


def names_in(expression: int | str) -> list[str]:
    """Return the letters that an expression uses."""
    return [node.id for node in ast.walk(parse_size(expression)) if isinstance(node, ast.Name)]


def axes_of(kind: str) -> list[str]:
    """Return the axes in a parameter's type: `["N", "3"]` for `float32[N, 3]`, none for other types."""
    match = _TYPE.fullmatch(kind.strip())
    return [axis.strip() for axis in match[1].split(",")] if match is not None else []


def known_names(types: Mapping[str, str]) -> list[str]:
    """Return the letters that an expression may use: the axes in the parameters' types, and integer parameters."""
    names = [axis for kind in types.values() for axis in axes_of(kind) if axis.isidentifier()]
    return [*names, *(name for name, kind in types.items() if kind == "int")]


def sizes_of(types: Mapping[str, str], arguments: Mapping[str, Value]) -> dict[str, int]:
    """Return the size of each letter in a call with these arguments, from the first parameter that has the letter."""
    sizes: dict[str, int] = {}
    for name, kind in types.items():
        value = arguments[name]
        if isinstance(value, Array):
            for axis, size in zip(axes_of(kind), value.shape, strict=False):
                sizes.setdefault(axis, size)
        elif isinstance(value, int):
            sizes.setdefault(name, value)
    return sizes


def evaluate_size(expression: int | str, sizes: Mapping[str, int]) -> int:
    """Return the value of an expression; raise KeyError for a letter that `sizes` lacks."""

    def evaluate(node: ast.expr) -> int:
        if isinstance(node, ast.BinOp):
            left, right = evaluate(node.left), evaluate(node.right)
            if isinstance(node.op, ast.Mult):
                return left * right
            return left + right if isinstance(node.op, ast.Add) else left - right
        return sizes[node.id] if isinstance(node, ast.Name) else int(ast.literal_eval(node))

    return evaluate(parse_size(expression))
