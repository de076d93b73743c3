"""Imports a file of pytest or unittest: "make a kata of this function and its tests".

The function is in the same file, or in a module beside it from which the tests import it. Nothing is run.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

from grader.errors import PackageError
from grader.package.importers.assertions import read_tests
from grader.package.importers.draft import PackageDraft, choose_slug, read_file
from grader.package.importers.functions import FunctionSource, add_function, parse_module

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grader.package.importers.assertions import ReadTests


def is_test_file(path: Path) -> bool:
    """Return whether a path has a name that pytest collects."""
    return path.suffix == ".py" and (path.stem.startswith("test_") or path.stem.endswith("_test"))


def import_tests(path: Path, slug: str | None = None, function: str | None = None) -> PackageDraft:
    """Return a draft of the function that is named, or else of the one that the tests in the file `path` are about.

    Raises `PackageError`.
    """
    folder = path.parent
    tree = parse_module(read_file(folder, path), path.name)
    sources = {one.name: one for one in [*_list_own(tree, path), *_list_imported(tree, folder)]}
    tests = read_tests(tree, path.name, list(sources))
    chosen = choose_function(tests, function, path.name)
    draft = PackageDraft(choose_slug(folder / chosen, slug))
    note_rest(draft, tests, chosen)
    add_function(draft, sources[chosen], tests.found[chosen])
    return draft


def choose_function(tests: ReadTests, function: str | None, file: str) -> str:
    """Return the named function, or else the one with the most tests; raises `PackageError` if there is none."""
    if function is not None and function not in tests.found:
        known = ", ".join(sorted(tests.found)) or "nothing that can be brought over"
        raise PackageError(f"no test about {function!r} can be brought over; there are tests about {known}", file=file)
    if not tests.found:
        why = tests.left[0] if tests.left else "it has no assertion about a function that it imports or defines"
        raise PackageError(f"no test can be brought over: {why}", file=file)
    return function or Counter({name: len(found) for name, found in tests.found.items()}).most_common(1)[0][0]


def note_rest(draft: PackageDraft, tests: ReadTests, chosen: str) -> None:
    """Report the omitted tests: those that can't be read, and those about other functions."""
    draft.left += tests.left
    for name, found in tests.found.items():
        if name != chosen:
            places = ", ".join(one.place for one in found[:3])
            draft.left.append(f"{places}: tests about `{name}`, which `--function {name}` imports")


def remove_tests(tree: ast.Module) -> str:
    """Return a module without its tests and without the imports that only they use."""
    kept = [node for node in tree.body if not _is_test(node)]
    return ast.unparse(ast.Module(kept, []))


def _is_test(node: ast.stmt) -> bool:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name.lower().startswith("test") or (isinstance(node, ast.ClassDef) and name.endswith("Test"))
        case ast.Import(names=names):
            return all(one.name.partition(".")[0] in {"pytest", "unittest"} for one in names)
        case ast.ImportFrom(module=module):
            return (module or "").partition(".")[0] in {"pytest", "unittest"}
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))) | ast.Assert():
            return True
    return False


def _list_own(tree: ast.Module, path: Path) -> Sequence[FunctionSource]:
    own = [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not _is_test(node)]
    return [FunctionSource(name, remove_tests(tree), path.name) for name in own]


def _list_imported(tree: ast.Module, folder: Path) -> Sequence[FunctionSource]:
    """Return the functions that the tests import from modules beside them."""
    found = []
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                file = folder / f"{module.rpartition('.')[2]}.py"
                if file.is_file():
                    text = read_file(folder, file)
                    found += [FunctionSource(one.name, text, file.name) for one in names if one.asname is None]
            case ast.Import(names=names):
                for one in names:
                    file = folder / f"{one.name}.py"
                    if file.is_file():
                        text = read_file(folder, file)
                        own = parse_module(text, file.name).body
                        found += [
                            FunctionSource(f.name, text, file.name) for f in own if isinstance(f, ast.FunctionDef)
                        ]
    return found
