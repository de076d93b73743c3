"""Everything that tests and benches patch exists.

What patches something may be slow and run last; this finds a name that has moved within a second.
"""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
OURS = ("app", "grader", "scripts", "bench")
REPLACES = ("setattr", "patch")
"""Names of the functions that replace something: of `monkeypatch`, and of `unittest.mock`."""


def find_patches() -> Iterator[tuple[str, str]]:
    """Yield the place and the dotted name of each attribute of our modules that a test or a bench replaces."""
    for path in sorted((*ROOT.glob("tests/**/*.py"), *ROOT.glob("bench/**/*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = dict(_find_imports(tree))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or ast.unparse(node.func).split(".")[-1] not in REPLACES:
                continue
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            match node.args:
                case [ast.Constant(value=str(name)), *_] if name.partition(".")[0] in OURS:
                    yield place, name
                case [target, ast.Constant(value=str(name)), _, *_]:
                    first, dot, rest = ast.unparse(target).partition(".")
                    if first in modules:
                        yield place, f"{modules[first]}{dot}{rest}.{name}"


def _find_imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            for name in node.names:
                yield name.asname or name.name, f"{node.module}.{name.name}"


def _resolve(name: str) -> object:
    module, rest = name, list[str]()
    while module not in sys.modules:
        try:
            importlib.import_module(module)
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            if not module:
                raise
            rest.insert(0, last)
    found: object = sys.modules[module]
    for part in rest:
        found = getattr(found, part)
    return found


@pytest.mark.parametrize(("place", "name"), [pytest.param(*patch, id=patch[0]) for patch in find_patches()])
def test_what_is_replaced_exists(place: str, name: str) -> None:
    try:
        _resolve(name)
    except (AttributeError, ModuleNotFoundError) as error:
        pytest.fail(f"{place} replaces {name}, which is not there: {error}")
