"""Reads tests without running them: which calls of a function they make, and which answers they expect.

Tests are Python code, most of which can't be evaluated without running it. The reader takes assertions about one call
whose arguments and answer are written out: numbers, strings, lists and the like, NumPy arrays made from them, and names
that were assigned such values before. It skips everything else, and reports the line.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from grader.package.importers.comparisons import Compared, is_assertion, read_comparison

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ARRAYS = frozenset({"np", "numpy", "jnp"})
MAKERS = frozenset({
    "array", "asarray", "zeros", "ones", "full", "eye", "identity", "arange", "linspace", "diag", "float16", "float32",
    "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "bool_", "pi", "e", "inf", "nan",
    "newaxis",
})  # fmt: skip
"""Names in NumPy that make values from literals."""
BUILTINS = frozenset({"float", "int", "bool", "list", "tuple", "range", "dict", "str", "abs", "complex"})
MAX_EXPECTATIONS = 60
MAX_NODES = 20_000
"""The maximum number of nodes that replace names in one expression, since a few lines can double without end."""
MAX_KEPT_NODES = 500_000
"""The maximum number of nodes in all values assigned to names in one file; names assigned after that are unknown."""
MAX_PARAMETERS = 1_000
"""The maximum number of calls that `parametrize` makes of one test."""


@dataclass(frozen=True)
class Expectation:
    """An expected answer of a call, both as code that needs only `np`; numbers may differ by the tolerances."""

    place: str
    """The file and line of the assertion."""
    arguments: tuple[str, ...]
    named: Mapping[str, str]
    answer: str
    absolute: float = 0.0
    relative: float = 0.0
    hidden: bool = False
    """Whether learners on the other platform didn't see it."""


@dataclass
class ReadTests:
    """The result of reading tests: expectations by function, and what was skipped, with lines."""

    found: dict[str, list[Expectation]] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)

    def add(self, function: str, expectation: Expectation) -> None:
        """Add an expectation, unless there are too many."""
        kept = self.found.setdefault(function, [])
        if len(kept) < MAX_EXPECTATIONS:
            kept.append(expectation)
        else:
            self.left.append(f"{expectation.place}: one test too many; {MAX_EXPECTATIONS} are taken")


def read_tests(tree: ast.Module, file: str, functions: Sequence[str], *, first_line: int = 1) -> ReadTests:
    """Return what a module's tests expect of these functions; the module begins at `first_line` of `file`."""
    reader = _Reader(file, frozenset(functions), first_line - 1)
    reader.read_body(tree.body, {})
    return reader.tests


def inline(node: ast.expr, known: Mapping[str, ast.expr]) -> ast.expr:
    """Return an expression with names replaced by their assigned values, and other names for NumPy by `np`."""
    inlined: ast.expr = _Inliner(known).visit(copy.deepcopy(node))
    return inlined


def is_plain(node: ast.expr) -> bool:
    """Return whether an expression is written out: literals, containers, arithmetic, and arrays made of them."""
    match node:
        case ast.Constant(value=value):
            return value is None or isinstance(value, bool | int | float | complex | str)
        case ast.List() | ast.Tuple():
            return all(map(is_plain, node.elts))
        case ast.Dict():
            return all(key is not None and is_plain(key) for key in node.keys) and all(map(is_plain, node.values))
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not()):
            return is_plain(node.operand)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div()):
            return is_plain(node.left) and is_plain(node.right)
        case ast.Attribute(value=ast.Name(id="np"), attr=name):
            return name in MAKERS
        case ast.Call(func=ast.Attribute(value=made, attr="reshape" | "astype")):
            return is_plain(made) and all(map(is_plain, node.args)) and not node.keywords
        case ast.Call(func=function):
            known = (isinstance(function, ast.Name) and function.id in BUILTINS) or is_plain(function)
            return (
                known
                and all(map(is_plain, node.args))
                and all(one.arg and is_plain(one.value) for one in node.keywords)
            )
        case ast.Name(id=name):
            return name in {"float", "int", "bool", "complex"}
    return False


class _Inliner(ast.NodeTransformer):
    """Replaces names by their assigned values, and other names for NumPy by `np`."""

    def __init__(self, known: Mapping[str, ast.expr]) -> None:
        self._known = known
        self._room = MAX_NODES

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a name."""
        if node.id in self._known:
            self._room -= sum(1 for _ in ast.walk(self._known[node.id]))
            return copy.deepcopy(self._known[node.id]) if self._room >= 0 else node
        return ast.copy_location(ast.Name("np", ast.Load()), node) if node.id in ARRAYS else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace `jax.numpy`."""
        if node.attr == "numpy" and isinstance(node.value, ast.Name) and node.value.id == "jax":
            return ast.copy_location(ast.Name("np", ast.Load()), node)
        node.value = self.visit(node.value)
        return node


class _Reader:
    def __init__(self, file: str, functions: frozenset[str], before: int) -> None:
        self._file = file
        self._functions = functions
        self._before = before
        self._room = MAX_KEPT_NODES
        self.tests = ReadTests()

    def read_body(self, body: Sequence[ast.stmt], known: dict[str, ast.expr], *, in_test: bool = False) -> None:
        """Read statements in order; `known` maps names to the written-out values that were assigned to them.

        If a test makes a call that asserts nothing, the rest of the test is skipped: it may depend on the call.
        """
        for node in body:
            match node:
                case ast.Expr(value=ast.Call(func=function)) if in_test and not is_assertion(function):
                    self._leave(node, "a call that asserts nothing; what follows it in this test is left as well")
                    return
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    self._assign(known, name, node.value)
                case ast.ClassDef():
                    if node.name.lower().startswith("test") or node.name.lower().endswith("test"):
                        self.read_body(node.body, dict(known))
                case ast.FunctionDef():
                    if node.name.startswith("test") and node.name not in self._functions:
                        self._read_test(node, known)
                case ast.Assert() | ast.Expr(value=ast.Call()):
                    self._read_assertion(node, known)
                case _ if not _says_nothing(node):
                    self._leave(node, f"a `{type(node).__name__.lower()}` is not brought over")
                    _forget(node, known)

    def _assign(self, known: dict[str, ast.expr], name: str, value: ast.expr | None) -> None:
        if value is None:  # an annotation alone
            return
        inlined = inline(value, known)
        known.pop(name, None)
        self._room -= sum(1 for _ in ast.walk(inlined))
        if self._room >= 0 and (is_plain(inlined) or self._find_function(inlined) is not None):
            known[name] = inlined

    def _read_test(self, node: ast.FunctionDef, known: dict[str, ast.expr]) -> None:
        cases: list[dict[str, ast.expr]] = [{}]
        for decorator in node.decorator_list:
            found = _read_parameters(decorator, known)
            if found is None:
                self._leave(decorator, "this decorator is not brought over, and neither is its test")
                return
            if len(cases) * len(found) > MAX_PARAMETERS:
                self._leave(decorator, "these are more calls than can be brought over")
                return
            cases = [case | more for case in cases for more in found]
        taken = {name for case in cases for name in case} | {"self", "cls"}
        fixtures = [one.arg for one in node.args.args if one.arg not in taken]
        if fixtures:
            self._leave(node, f"the fixture `{fixtures[0]}` is not brought over, and neither is its test")
            return
        for case in cases:
            self.read_body(node.body, known | case, in_test=True)

    def _read_assertion(self, node: ast.Assert | ast.Expr, known: dict[str, ast.expr]) -> None:
        inlined = _Inliner(known).visit(copy.deepcopy(node))
        compared = read_comparison(inlined)
        if compared is None:
            self._leave(node, "this is no assertion about one call whose answer is written out")
            return
        for call, answer in ((compared.left, compared.right), (compared.right, compared.left)):
            found = self._find_function(call)
            if found is not None:
                self._keep(node, found, answer, compared)
                return
        self._leave(node, "it asserts nothing about a call of a known function")

    def _keep(self, node: ast.stmt, call: ast.Call, answer: ast.expr, compared: Compared) -> None:
        parts = [*call.args, *(one.value for one in call.keywords), answer]
        plain = all(map(is_plain, parts)) and all(one.arg for one in call.keywords)
        if not plain:
            self._leave(node, "its arguments or its answer are not written out")
            return
        self.tests.add(
            _name_function(call),
            Expectation(
                place=f"{self._file}:{node.lineno + self._before}",
                arguments=tuple(map(ast.unparse, call.args)),
                named={str(one.arg): ast.unparse(one.value) for one in call.keywords},
                answer=ast.unparse(answer),
                absolute=compared.absolute,
                relative=compared.relative,
            ),
        )

    def _find_function(self, node: ast.expr) -> ast.Call | None:
        return node if isinstance(node, ast.Call) and _name_function(node) in self._functions else None

    def _leave(self, node: ast.stmt | ast.expr, why: str) -> None:
        self.tests.left.append(f"{self._file}:{node.lineno + self._before}: {why}")


def hide(expectations: Sequence[Expectation]) -> list[Expectation]:
    """Return copies of expectations that are marked as hidden."""
    return [replace(one, hidden=True) for one in expectations]


def _says_nothing(node: ast.stmt) -> bool:
    """Return whether a statement expects nothing and assigns no value that tests use."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
    return False


def _name_function(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(), attr=name):
            return name
    return ""


def _read_parameters(decorator: ast.expr, known: Mapping[str, ast.expr]) -> list[dict[str, ast.expr]] | None:
    """Return the arguments of each call of a test by `pytest.mark.parametrize`; None for any other decorator."""
    match decorator:
        case ast.Call(func=ast.Attribute(attr="parametrize"), args=[names, values, *_]):
            pass
        case _:
            return None
    names, values = (inline(one, known) for one in (names, values))
    words = _read_names(names)
    if not words or not isinstance(values, ast.List | ast.Tuple):
        return None
    cases = []
    for value in values.elts:
        if len(words) == 1:
            cases.append({words[0]: value})
        elif isinstance(value, ast.List | ast.Tuple) and len(value.elts) == len(words):
            cases.append(dict(zip(words, value.elts, strict=True)))
        else:
            return None
    return cases


def _read_names(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [word.strip() for word in text.split(",") if word.strip()]
        case ast.List() | ast.Tuple():
            return [one.value for one in node.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return []


def _forget(node: ast.stmt, known: dict[str, ast.expr]) -> None:
    """Forget the names that a statement may change, since their values aren't known any more."""
    for name in _list_names(node):
        known.pop(name, None)


def _list_names(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
