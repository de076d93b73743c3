"""Writes drafts of katas about one function, from its source and from expectations that were read from tests."""

from __future__ import annotations

import ast
import copy
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader.errors import PackageError
from grader.package.importers.draft import HINTS, LESSON, MADE_UP, base_manifest, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.package.importers.assertions import Expectation
    from grader.package.importers.draft import PackageDraft

SAMPLES = 3
"""The maximum number of tests that become samples."""
HERE = frozenset({"jax", "numpy", "flax", "optax", "ml_dtypes"})
"""Libraries that a sandbox has, besides Python's own."""

_CASES = '''\
"""The calls of the tests that this was made from. The hidden ones are readable: write a `pool` that draws new ones."""

import numpy as np

from grader.inside.authoring import Call, Case

SAMPLES = {samples}
HIDDEN = {hidden}


def make_cases(tests, prefix):
    """Make a case of each test; its second call is the next test's, so that a remembered answer is noticed."""
    others = [arguments for _place, arguments in [*tests[1:], *tests[:1]]]
    return [
        Case(f"{{prefix}}-{{number}}", place, [Call(arguments), Call(other)])
        for number, ((place, arguments), other) in enumerate(zip(tests, others, strict=True), start=1)
    ]


def samples():
    return make_cases(SAMPLES, "test")


def pool(rng):
    return make_cases(HIDDEN, "hidden")
'''
_REFERENCE = '''\
{source}


# The tests that this was made from. The reference must meet them: what they say is the truth.


def _list_tests():
    import numpy as np

    return {tests}


def _agree(got, answer, absolute, relative):
    """Whether a value is this answer; floating-point numbers agree to 1e-5 at least, as in float32."""
    import numpy as np

    if isinstance(answer, dict):
        known = isinstance(got, dict) and got.keys() == answer.keys()
        return known and all(_agree(got[key], answer[key], absolute, relative) for key in answer)
    try:
        left, right = np.asarray(got), np.asarray(answer)
    except ValueError:
        left = right = np.asarray(None)
    if left.dtype.kind in "biufc" and right.dtype.kind in "biufc":
        inexact = left.dtype.kind in "fc" or right.dtype.kind in "fc"
        margin = max(relative, 1e-5) if inexact else relative
        return left.shape == right.shape and np.allclose(left, right, rtol=margin, atol=absolute, equal_nan=True)
    if isinstance(got, (list, tuple)) and isinstance(answer, (list, tuple)):
        pairs = zip(got, answer, strict=False)
        return len(got) == len(answer) and all(_agree(one, other, absolute, relative) for one, other in pairs)
    return bool(np.all(got == answer))


def _hold_to_tests(function):
    import functools
    import inspect

    import jax

    @functools.wraps(function)
    def held(*args, **kwargs):
        result = function(*args, **kwargs)
        if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves((args, kwargs, result))):
            return result
        given = inspect.signature(function).bind(*args, **kwargs)
        given.apply_defaults()
        for place, arguments, answer, absolute, relative in _list_tests():
            if _agree(dict(given.arguments), arguments, 0.0, 0.0) and not _agree(result, answer, absolute, relative):
                raise ValueError(f"{{place}} expects {{answer!r:.80}}, and this function returns {{result!r:.80}}")
        return result

    return held


{function} = _hold_to_tests({function})
'''


@dataclass(frozen=True)
class FunctionSource:
    """A function that learners are to write: its name, and the source of the module `file` that defines it."""

    name: str
    module: str
    file: str


@dataclass(frozen=True)
class FunctionTexts:
    """Texts about a function from another platform; empty ones are invented, or taken from the function itself."""

    statement: str = ""
    lesson: str = ""
    starter: str = ""
    title: str = ""
    credits: str = ""
    difficulty: int | None = None
    keywords: tuple[str, ...] = ()


NO_TEXTS = FunctionTexts()


def add_function(
    draft: PackageDraft, source: FunctionSource, tests: Sequence[Expectation], texts: FunctionTexts = NO_TEXTS
) -> None:
    """Add all files of a kata about a function.

    Raises `PackageError` if the module isn't Python or doesn't define the function, or if no test fits its parameters.
    """
    tree = parse_module(source.module, source.file)
    node = find_definition(tree, source.name)
    if node is None:
        raise PackageError(f"it doesn't define the function {source.name!r}", file=source.file)
    names, defaults = _read_parameters(node, source.file)
    source = replace(source, module=drop_unused(source.module, tree, source.name))
    tree = parse_module(source.module, source.file)
    bound = [(test, _bind(test, names, defaults)) for test in tests]
    draft.left += [f"{test.place}: its arguments don't fit `{source.name}`" for test, found in bound if found is None]
    usable = [(test, found) for test, found in bound if found is not None]
    if not usable:
        raise PackageError(
            f"no test calls {source.name!r} with arguments and an answer that are written out", file=source.file
        )
    seen = [one for one in usable if not one[0].hidden] or usable[:1]
    samples = seen[: min(SAMPLES, max(1, len(usable) - 1))]
    hidden = [one for one in usable if one not in samples] or usable
    if hidden == usable:
        draft.left.append("hidden cases: there is one test only, so its call is hidden case and sample; write a `pool`")
    _add_manifest(draft, source, names, texts, is_numpy=_note_imports(draft, tree, source.file))
    draft.files |= {
        "statement.md": texts.statement.strip() + "\n" if texts.statement.strip() else _write_statement(node),
        "lesson.md": texts.lesson.strip() + "\n" if texts.lesson.strip() else LESSON,
        "hints.md": HINTS,
        "starter.py": texts.starter or _write_starter(tree, node),
        "cases.py": _CASES.format(samples=_write_calls(samples), hidden=_write_calls(hidden)),
    }
    held = _REFERENCE.format(source=source.module.strip(), function=source.name, tests=_write_tests(usable))
    draft.solutions |= {"reference.py": held, "accepted/canonical.py": source.module.strip() + "\n"}
    listing = {"accepted": {"canonical.py": f"{source.file}, as it was imported."}, "rejected": {}}
    draft.add_yaml("submissions.yaml", listing, solutions=True)
    draft.taken.append(f"`{source.name}` of {source.file} as the reference and as the canonical solution")
    draft.taken.append(f"{len(usable)} tests, which the reference must meet; {len(samples)} of them are samples")
    draft.left.append("the license" if texts.credits else "credits and license")
    draft.left.append("types and meanings of the parameters and of what is returned: write them in problem.yaml")
    draft.left.append(MADE_UP)


def parse_module(text: str, file: str) -> ast.Module:
    """Return a module's syntax tree; raises `PackageError` if it isn't Python 3."""
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise PackageError(f"this is not valid Python: {error.msg}", file=file, line=error.lineno) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise PackageError(f"this is not valid Python: {error}", file=file) from error


def drop_unused(module: str, tree: ast.Module, name: str) -> str:
    """Return a module without the functions and classes that its function `name` doesn't need."""
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    needed, waiting = set[str](), [name]
    waiting += [
        one.id
        for node in tree.body
        if not isinstance(node, ast.FunctionDef | ast.ClassDef)
        for one in ast.walk(node)
        if isinstance(one, ast.Name)
    ]
    while waiting:
        one = waiting.pop()
        if one in defined and one not in needed:
            needed.add(one)
            waiting += [inner.id for inner in ast.walk(defined[one]) if isinstance(inner, ast.Name)]
    lines = module.splitlines(keepends=True)
    for node in reversed([one for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef)]):
        if node.name not in needed:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            del lines[first - 1 : node.end_lineno]
    return "".join(lines).strip() + "\n"


def find_definition(tree: ast.Module, name: str) -> ast.FunctionDef | None:
    """Return a module's function of this name, or None."""
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
    return found[-1] if found else None


def _read_parameters(node: ast.FunctionDef, file: str) -> tuple[list[str], dict[str, str]]:
    """Return the names of a function's parameters, and the code of their defaults."""
    given = node.args
    if given.vararg or given.kwarg:
        message = f"`{node.name}` takes any number of arguments, and a kata's function has parameters with names"
        raise PackageError(message, file=file, line=node.lineno)
    plain = [*given.posonlyargs, *given.args]
    names = [one.arg for one in (*plain, *given.kwonlyargs)]
    if not names:
        raise PackageError(f"`{node.name}` takes no argument", file=file, line=node.lineno)
    late = plain[len(plain) - len(given.defaults) :]
    pairs = [*zip(late, given.defaults, strict=True), *zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    return names, {one.arg: ast.unparse(default) for one, default in pairs if default is not None}


def _bind(test: Expectation, names: list[str], defaults: dict[str, str]) -> dict[str, str] | None:
    """Return the code of each argument of a call, by parameter; None if they don't fit the parameters."""
    if len(test.arguments) > len(names) or set(test.named) - set(names[len(test.arguments) :]):
        return None
    given = defaults | dict(zip(names, test.arguments, strict=False)) | dict(test.named)
    return {name: given[name] for name in names} if set(given) >= set(names) else None


def _add_manifest(
    draft: PackageDraft, source: FunctionSource, names: list[str], texts: FunctionTexts, *, is_numpy: bool
) -> None:
    checks: dict[str, object] = {"values": {}, "repeat": {"reordered": True}}
    if is_numpy:
        checks["host"] = None
        draft.left.append(f"JAX: {source.file} doesn't use it; rewrite the solutions, and take `host: null` out")
    title = texts.title or source.name.replace("_", " ").capitalize()
    manifest = base_manifest(shorten(title, draft.slug), None) | {
        "keywords": [shorten(word, "imported") for word in texts.keywords][:50],
        "credits": shorten(texts.credits, "unknown"),
        "license": "unknown",
        "entry_point": source.name,
        "parameters": [{"name": name, "type": "a value", "about": "see the statement"} for name in names],
        "returns": {"type": "a value", "about": "see the statement"},
        "checks": checks,
    }
    if texts.difficulty is not None:
        manifest["difficulty"] = texts.difficulty
    draft.add_yaml("problem.yaml", manifest)


def _note_imports(draft: PackageDraft, tree: ast.Module, file: str) -> bool:
    """Report imports that no sandbox has; return whether JAX isn't among the imports."""
    libraries = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=imported):
                names = [one.name for one in imported]
            case ast.ImportFrom(module=module):
                names = [module or "."]
            case _:
                continue
        for name in names:
            library = name.partition(".")[0]
            libraries.add(library)
            if library not in HERE | sys.stdlib_module_names:
                told = name if library else "a module beside it"
                draft.left.append(f"{file}:{node.lineno}: it imports {told}, which no sandbox has")
    return not libraries & {"jax", "flax"}


def _write_statement(node: ast.FunctionDef) -> str:
    told = ast.get_docstring(node) or "What it returns, the tests show."
    return f"Write `{_write_signature(node)}`.\n\n{told}\n"


def _write_signature(node: ast.FunctionDef) -> str:
    return f"{node.name}({ast.unparse(node.args)})"


def _write_starter(tree: ast.Module, node: ast.FunctionDef) -> str:
    """Return the module's imports and the function's signature, with its docstring and without its body."""
    imports = [ast.unparse(one) for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    docstring = ast.get_docstring(node, clean=False)
    body: list[ast.stmt] = [] if docstring is None else [node.body[0]]
    head = copy.deepcopy(node)
    head.body, head.decorator_list = [*body, ast.Expr(ast.Constant(...))], []
    return "\n".join([*imports, *([""] * 2 if imports else []), ast.unparse(ast.fix_missing_locations(head)), ""])


def _write_calls(tests: Sequence[tuple[Expectation, dict[str, str]]]) -> str:
    lines = "".join(f"    ({test.place!r}, {_write_arguments(arguments)}),\n" for test, arguments in tests)
    return f"[\n{lines}]"


def _write_tests(tests: Sequence[tuple[Expectation, dict[str, str]]]) -> str:
    lines = "".join(
        f"        ({test.place!r}, {_write_arguments(found)}, {test.answer}, {test.absolute!r}, {test.relative!r}),\n"
        for test, found in tests
    )
    return f"[\n{lines}    ]"


def _write_arguments(arguments: dict[str, str]) -> str:
    return "{" + ", ".join(f"{name!r}: {code}" for name, code in arguments.items()) + "}"
