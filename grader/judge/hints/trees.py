"""Reads syntax trees for `grader.judge.hints`: names, what they mean where, and what a class defines."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def find_calls(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls with arguments that run once whenever `node` does, so that equal names in them mean the same.

    A lambda or a comprehension has names of its own, and only one side of a conditional expression runs.
    """
    if isinstance(node, (ast.Lambda, *COMPREHENSIONS)):
        return
    if isinstance(node, ast.Call) and node.args:
        yield node
    inner = [node.test, node.body] if isinstance(node, ast.IfExp) else ast.iter_child_nodes(node)
    for child in inner:
        yield from find_calls(child)


def walk_names(node: ast.AST, names: set[str]) -> Iterator[tuple[ast.AST, set[str]]]:
    """Yield a node and all below it, in the order of the source, each with those of the names that mean the same there.

    Functions, lambdas and comprehensions below it have names of their own.
    """
    waiting = [(node, names)]
    while waiting:
        node, names = waiting.pop()
        yield node, names
        inner = names - list_bound(node) if isinstance(node, (*FUNCTIONS, *COMPREHENSIONS)) else names
        waiting.extend((child, inner) for child in reversed([*ast.iter_child_nodes(node)]))


def list_bound(scope: ast.AST) -> set[str]:
    """Return the names of a function's parameters, and those that are set or defined within the scope."""
    own = {node.arg for node in ast.walk(getattr(scope, "args", scope)) if isinstance(node, ast.arg)}
    below = [node for child in ast.iter_child_nodes(scope) for node in ast.walk(child)]
    stored = {node.id for node in below if isinstance(node, ast.Name) and is_stored(node)}
    return own | stored | {node.name for node in below if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def read_path(node: ast.AST) -> str:
    """Return `a.b.c` for an expression of that form, and an empty string for any other."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def list_parameters(function: Function) -> set[str]:
    """Return the names of a function's parameters, without those that take any number of arguments."""
    arguments = function.args
    return {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} - {"self", "cls"}


def lacks_hash(cls: ast.ClassDef) -> bool:
    """Return whether a class defines `__eq__`, by which it loses its hash, and gets no `__hash__` in its place."""
    own = {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}
    for node in cls.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        own |= {target.id for target in targets if isinstance(target, ast.Name)}
    return "__eq__" in own and "__hash__" not in own and not any(map(_adds_hash, cls.decorator_list))


def _adds_hash(decorator: ast.AST) -> bool:
    """Return whether this is a `dataclass` that makes a `__hash__`, even for a class that has its own `__eq__`."""
    if read_path(getattr(decorator, "func", decorator)).endswith("struct.dataclass"):  # that of Flax is frozen
        return True
    if not isinstance(decorator, ast.Call) or not read_path(decorator.func).endswith("dataclass"):
        return False
    given = {word.arg: getattr(word.value, "value", None) for word in decorator.keywords}
    return given.get("unsafe_hash") is True or (given.get("frozen") is True and given.get("eq", True) is True)


def is_stored(node: ast.Name) -> bool:
    """Return whether this sets the name."""
    return isinstance(node.ctx, ast.Store)
