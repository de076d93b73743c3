"""Functions that all mutation operators share: to declare one, and to find and change places in a syntax tree."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Change = tuple[ast.AST, ast.Module]
    """The original's node that is changed, and a changed copy of the tree."""
    Apply = Callable[[ast.Module, "Target"], Iterator[Change]]

Function = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class Target:
    """The facts about a problem that operators need."""

    entry_point: str
    parameters: tuple[str, ...]
    tolerance: float
    """The tolerance of the check `values`, in eps of the output's dtype."""


@dataclass(frozen=True)
class Operator:
    """One kind of slip."""

    name: str
    about: str
    """What the operator does to a solution, as a sentence for authors."""
    codes: tuple[str, ...]
    """The reason codes that its mutants may get; `error.*` stands for all codes that begin with `error.`."""
    apply: Apply

    def allows(self, code: str) -> bool:
        """Return whether a mutant may be rejected for `code`. A problem's checker may find what `values` may find."""
        patterns = (*self.codes, *(["checker.*"] if any(known.startswith("values.") for known in self.codes) else []))
        return any(fnmatchcase(code, pattern) for pattern in patterns)


def operator(*codes: str) -> Callable[[Apply], Operator]:
    """Return a decorator that makes an operator of a function, named and described by its name and docstring."""

    def wrap(apply: Apply) -> Operator:
        return Operator(apply.__name__, " ".join((apply.__doc__ or "").split()), codes, apply)

    return wrap


# Reading -----------------------------------------------------------------------------------------------------


class Names:
    """Resolves names by a module's imports: `jnp.ones` is `jax.numpy.ones`."""

    def __init__(self, tree: ast.Module) -> None:
        """Read all imports in `tree`, including those inside functions."""
        self._meaning: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    self._meaning[name] = alias.name if alias.asname else name
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self._meaning[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def full(self, node: ast.AST) -> str:
        """Return the full dotted name of an expression; empty if it isn't an imported name."""
        if isinstance(node, ast.Name):
            return self._meaning.get(node.id, "")
        if isinstance(node, ast.Attribute):
            before = self.full(node.value)
            return f"{before}.{node.attr}" if before else ""
        return ""

    def is_call(self, node: ast.AST, *names: str) -> bool:
        """Return whether `node` calls one of the functions with these full names."""
        return isinstance(node, ast.Call) and self.full(node.func) in names


def calls(tree: ast.AST, *names: str, within: ast.Module | None = None) -> Iterator[ast.Call]:
    """Yield the calls of functions with these full names in `tree`, from top to bottom."""
    known = Names(within or (tree if isinstance(tree, ast.Module) else ast.Module([], [])))
    for node in in_order(tree):
        if isinstance(node, ast.Call) and known.full(node.func) in names:
            yield node


def in_order(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes, each before its children, from top to bottom."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        yield from in_order(child)


def blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield every list of statements."""
    for node in in_order(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                yield block


def entry_function(tree: ast.Module, target: Target) -> Function | None:
    """Return the function behind the entry point, through assignments such as `solve = jax.jit(eager)`."""
    made = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    bound: dict[str, ast.expr] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            bound[statement.targets[0].id] = statement.value
    value: ast.expr | None = bound.get(target.entry_point)
    if value is None:
        return next((s for s in tree.body if isinstance(s, ast.FunctionDef) and s.name == target.entry_point), None)
    for node in in_order(value):
        if isinstance(node, ast.Lambda):
            return node
        if isinstance(node, ast.Name) and node.id in made:
            return made[node.id]
        if isinstance(node, ast.Attribute) and node.attr in made:
            return made[node.attr]
    return None


def returned(function: Function) -> Iterator[ast.expr]:
    """Yield the expressions that a function returns, without those of functions inside it."""
    if isinstance(function, ast.Lambda):
        yield function.body
        return
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value
        elif not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            waiting[:0] = ast.iter_child_nodes(node)


def parameters(function: Function) -> list[str]:
    """Return the names of a function's positional parameters."""
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


# Changing ----------------------------------------------------------------------------------------------------


def replace(tree: ast.Module, *swaps: tuple[object, object]) -> ast.Module:
    """Return a copy of `tree` with the first object of each pair, a node or a list of nodes, replaced by the second.

    Operators and contexts, such as `ast.Add`, are the same object wherever they occur, so replace the node around them.
    """
    return copy.deepcopy(tree, {id(old): new for old, new in swaps})


def expression(text: str, **parts: ast.AST) -> ast.expr:
    """Return the syntax tree of an expression in which `{name}` stands for the part with that name."""
    written = {name: f"({ast.unparse(part)})" for name, part in parts.items()}
    return ast.parse(text.format(**written), mode="eval").body


def statements(text: str) -> list[ast.stmt]:
    """Return the syntax trees of statements."""
    return ast.parse(text).body


def insert(tree: ast.Module, *texts: str) -> ast.Module:
    """Return a copy with statements inserted before all others except the docstring and imports from `__future__`."""
    body = list(tree.body)
    at = 0
    while at < len(body) and (
        (isinstance(body[at], ast.Expr) and at == 0)
        or (isinstance(found := body[at], ast.ImportFrom) and found.module == "__future__")
    ):
        at += 1
    added = [statement for text in texts for statement in statements(text)]
    return replace(tree, (tree.body, [*body[:at], *added, *body[at:]]))


def importing(tree: ast.Module, *modules: str) -> ast.Module:
    """Return a copy that imports these modules under their own names, unless the original does."""
    known = Names(tree)
    return insert(tree, *(f"import {name}" for name in modules if known.full(ast.Name(name)) != name))
