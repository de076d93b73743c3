"""The functions that a problem's `bodies.py` defines, and those that a case refers to."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.protocol import Body, Build, Make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.bundle.contents import Case
    from grader.protocol import Value


def defined_in(text: str) -> set[str]:
    """Return the names of a file's top-level functions and classes; raise SyntaxError or ValueError."""
    tree = ast.parse(text)
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def named_by(case: Case) -> set[str]:
    """Return the names of the functions that the arguments of a case refer to."""
    return {name for call in case.calls for value in call.args.values() for name in _names_in(value)}


def _names_in(value: Value) -> Iterator[str]:
    if isinstance(value, Body | Build):
        yield value.name
    parts = value.fields if isinstance(value, Make | Build) else value
    if isinstance(parts, list | tuple | dict):
        for part in parts.values() if isinstance(parts, dict) else parts:
            yield from _names_in(part)
