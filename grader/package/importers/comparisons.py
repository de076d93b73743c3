"""Reads assertions of pytest, unittest and NumPy: the two sides that they compare, and the allowed tolerances."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

EXACT = frozenset({
    "assertEqual", "assertListEqual", "assertTupleEqual", "assertDictEqual", "assertSequenceEqual", "assertIs",
    "assert_array_equal", "assert_equal", "array_equal",
})  # fmt: skip
"""Functions of two values that must be equal."""
TOLERANT = {"assert_allclose": (1e-7, 0.0), "allclose": (1e-5, 1e-8), "isclose": (1e-5, 1e-8)}
"""Functions of two values, with their default relative and absolute tolerances."""
PLACES = {"assertAlmostEqual": 7, "assert_almost_equal": 7, "assert_array_almost_equal": 6}
"""Functions of two values, with the number of decimals that must agree by default."""
SINGLE = {"assertTrue": True, "assertFalse": False, "assertIsNone": None}
"""Functions of one value, with the value that it must have."""
PEELED = frozenset({"list", "tuple", "float", "array", "asarray", "tolist"})
"""Functions around a call that change its container or type, but no number."""


@dataclass(frozen=True)
class Compared:
    """The comparison that an assertion makes; numbers may differ by `absolute` plus `relative` times the answer."""

    left: ast.expr
    right: ast.expr
    absolute: float = 0.0
    relative: float = 0.0


def is_assertion(function: ast.expr) -> bool:
    """Return whether a call of this function asserts something, judging by its name."""
    return _name(function).startswith("assert")


def read_comparison(node: ast.stmt) -> Compared | None:
    """Return what an assertion compares; None for any other statement, and for unknown assertions."""
    match node:
        case ast.Assert(test=test):
            found = _read_test(test)
        case ast.Expr(value=ast.Call() as call):
            found = _read_call(call)
        case _:
            return None
    return None if found is None else _peel(found)


def peel(node: ast.expr) -> tuple[ast.expr, float]:
    """Return the call inside `round`, `list` and the like, and the absolute tolerance that rounding implies."""
    tolerance = 0.0
    while isinstance(node, ast.Call):
        name, arguments = _name(node.func), node.args
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call):
            arguments = [node.func.value, *arguments]  # a method of the result
        if name == "round" and arguments and len(arguments) <= 2:  # noqa: PLR2004 - what `round` takes
            digits = _read_number(arguments[1]) if len(arguments) > 1 else 0.0
            if digits is None:
                break
            tolerance, node = max(tolerance, 10.0**-digits), arguments[0]
        elif name in PEELED and len(arguments) == 1 and isinstance(arguments[0], ast.Call):
            node = arguments[0]
        else:
            break
    return node, tolerance


def _peel(found: Compared) -> Compared:
    sides = [peel(side) for side in (found.left, found.right)]
    tolerance = max(found.absolute, *(tolerance for _side, tolerance in sides))
    return replace(found, left=sides[0][0], right=sides[1][0], absolute=tolerance)


def _read_test(test: ast.expr) -> Compared | None:
    match test:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            return _read_approx(left, right) or _read_approx(right, left) or Compared(left, right)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Compared(operand, ast.Constant(value=False))
        case ast.Call(func=function) if _name(function) == "all" and len(test.args) == 1:
            return _read_test(test.args[0])
        case ast.Call():
            return _read_call(test) or Compared(test, ast.Constant(value=True))
    return None


def _read_approx(side: ast.expr, other: ast.expr) -> Compared | None:
    """Read `pytest.approx`, which uses the larger of both tolerances, by default 1e-6 of the answer and 1e-12."""
    match side:
        case ast.Call(func=function, args=[answer, *more]) if _name(function) == "approx":
            given = _read_named(side)
            relative = _read_number(more[0]) if more else given.get("rel")
            absolute = _read_number(more[1]) if len(more) > 1 else given.get("abs")
            if relative is None and absolute is not None:
                return Compared(other, answer, absolute=absolute)
            default = 1e-6 if relative is None else relative
            return Compared(other, answer, 1e-12 if absolute is None else absolute, default)
    return None


def _read_call(call: ast.Call) -> Compared | None:
    name, arguments, named = _name(call.func), call.args, _read_named(call)
    if name in SINGLE and arguments:
        return Compared(arguments[0], ast.Constant(value=SINGLE[name]))
    if len(arguments) < 2:  # noqa: PLR2004 - what is compared
        return None
    left, right, *more = arguments
    first = _read_number(more[0]) if more else None
    if name in EXACT:
        return Compared(left, right)
    if name in TOLERANT:
        relative, absolute = TOLERANT[name]
        second = _read_number(more[1]) if len(more) > 1 else None
        relative = named.get("rtol", relative if first is None else first)
        return Compared(left, right, named.get("atol", absolute if second is None else second), relative)
    if name in PLACES:
        digits = named.get("places", named.get("decimal", PLACES[name] if first is None else first))
        return Compared(left, right, named.get("delta", 1.5 * 10.0**-digits))
    return None


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _read_named(call: ast.Call) -> dict[str, float]:
    values = {str(one.arg): _read_number(one.value) for one in call.keywords if one.arg}
    return {name: value for name, value in values.items() if value is not None}


def _read_number(node: ast.expr) -> float | None:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9 else None  # noqa: PLR2004 - what no tolerance is
