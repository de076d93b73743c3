"""Operators on `jax.jit` and `nnx.jit`: left out, repeated, in the wrong place, or with the wrong options."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.publishing.mutation.operators import (
    Names,
    Target,
    blocks,
    entry_function,
    expression,
    importing,
    in_order,
    operator,
    parameters,
    replace,
    statements,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.publishing.mutation.operators import Change

JITS = ("jax.jit", "flax.nnx.jit")
EAGER = (
    "jit.not_jitted",
    "jit.no_module",
    "wrapped.not_wrapped",
    "wrapped.not_used",
    "traces.never",
    "traces.eager_scan",
    "traces.every_call",
    "traces.too_few",
)
ANEW = (
    "compiles.too_many",
    "jit.rewrapped",
    "wrapped.rewrapped",
    "traces.jit_inside",
    "traces.every_call",
    "traces.eager_scan",
    "traces.too_many",
)


def makes_jit(names: Names, node: ast.expr) -> bool:
    """Return whether an expression jits its argument when called: `jax.jit`, or `functools.partial(jax.jit, …)`."""
    if names.full(node) in JITS:
        return True
    partial = names.is_call(node, "functools.partial") and isinstance(node, ast.Call)
    return partial and bool(node.args) and names.full(node.args[0]) in JITS  # type: ignore[attr-defined]  # a Call


def _decorated(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.expr]]:
    """Yield the functions that a decorator jits, with the decorator."""
    names = Names(tree)
    for node in in_order(tree):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if makes_jit(names, decorator):
                    yield node, decorator


def _wrapped(tree: ast.Module) -> Iterator[ast.Call]:
    """Yield the calls that jit a function, as `jax.jit(f)`."""
    names = Names(tree)
    for node in in_order(tree):
        if isinstance(node, ast.Call) and node.args and makes_jit(names, node.func):
            yield node


def _without(function: ast.FunctionDef, decorator: ast.expr) -> list[ast.expr]:
    return [other for other in function.decorator_list if other is not decorator]


@operator(*EAGER)
def drop_jit(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Leave out a jit."""
    for function, decorator in _decorated(tree):
        yield decorator, replace(tree, (function.decorator_list, _without(function, decorator)))
    for call in _wrapped(tree):
        yield call, replace(tree, (call, call.args[0]))


@operator(*ANEW)
def jit_inside(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Create the jitted function anew for each call."""
    for function, decorator in _decorated(tree):
        inner = ast.parse(ast.unparse(function)).body[0]
        given = ", ".join(
            [
                *parameters(function),
                *([f"*{function.args.vararg.arg}"] if function.args.vararg else []),
                *(f"{argument.arg}={argument.arg}" for argument in function.args.kwonlyargs),
            ]
        )
        body = [inner, *statements(f"return {function.name}({given})")]
        swaps = (function.decorator_list, _without(function, decorator)), (function.body, body)
        yield decorator, replace(tree, *swaps)
    for call in _wrapped(tree):
        fresh = ast.parse(ast.unparse(call), mode="eval").body
        if isinstance(fresh, ast.Call):
            fresh.args[0] = expression("lambda *args, **kwargs: {f}(*args, **kwargs)", f=call.args[0])
        text = "lambda *args, **kwargs: {fresh}(*args, **kwargs)"
        yield call, replace(tree, (call, expression(text, fresh=fresh)))


@operator(*ANEW)
def jit_in_loop(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Create the jitted function anew in each iteration of the loop that calls it."""
    makers: dict[ast.stmt, ast.expr] = dict(_decorated(tree))
    wrapped = list(_wrapped(tree))
    for block in blocks(tree):
        for at, statement in enumerate(block):
            assigned = isinstance(statement, ast.Assign) and statement.value in wrapped
            if not assigned and statement not in makers:
                continue
            loop = next((s for s in block[at + 1 :] if isinstance(s, ast.For | ast.While)), None)
            if loop is not None:
                rest = [other for other in block if other is not statement]
                longer = replace(ast.Module([loop], []), (loop.body, [statement, *loop.body])).body[0]
                yield statement, replace(tree, (block, [longer if other is loop else other for other in rest]))


@operator("jit.closed_over", "traces.*", "error.*", "values.mismatch")
def close_over(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Let a jitted function close over its first argument instead of taking it."""
    for outer in in_order(tree):
        if not isinstance(outer, ast.FunctionDef):
            continue
        for function, decorator in _decorated(ast.Module([*_imports(tree), *outer.body], [])):
            first = parameters(function)[:1]
            uses = [
                node
                for node in ast.walk(outer)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name
            ]
            same = all(use.args and isinstance(use.args[0], ast.Name) and [use.args[0].id] == first for use in uses)
            if uses and same and names_only(decorator):
                swaps = [(use.args, use.args[1:]) for use in uses]
                yield function, replace(tree, (function.args.args, function.args.args[1:]), *swaps)


@operator("error.*", "traces.static_argument", "traces.every_call", "jit.*", "values.mismatch", "roundtrip.failed")
def static_argument(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Mark the first argument of a jitted function as static."""
    yield from _with_option(tree, "static_argnums=0")


@operator("inputs.deleted", "error.*", "roundtrip.failed")
def donate_argument(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Donate all arguments of a jitted function, as one would for a training step."""
    for function, decorator in _decorated(tree):
        if names_only(decorator) and parameters(function):
            numbers = tuple(range(len(parameters(function))))
            partial = expression(f"functools.partial({{jit}}, donate_argnums={numbers})", jit=decorator)
            swapped = [partial if other is decorator else other for other in function.decorator_list]
            yield decorator, importing(replace(tree, (function.decorator_list, swapped)), "functools")


def _with_option(tree: ast.Module, option: str) -> Iterator[Change]:
    for function, decorator in _decorated(tree):
        if names_only(decorator) and parameters(function):
            partial = expression(f"functools.partial({{jit}}, {option})", jit=decorator)
            swapped = [partial if other is decorator else other for other in function.decorator_list]
            yield decorator, importing(replace(tree, (function.decorator_list, swapped)), "functools")
    for call in _wrapped(tree):
        if not call.keywords and names_only(call.func):
            given = expression(f"{{jit}}({{f}}, {option})", jit=call.func, f=call.args[0])
            yield call, replace(tree, (call, given))


@operator(*EAGER, "jaxpr.*", "body.*", "error.*")
def disable_jit(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Run the entry point under `jax.disable_jit()`, as in debugging."""
    function = entry_function(tree, target)
    if isinstance(function, ast.FunctionDef) and not _is_jitted(tree, function):
        (block,) = statements("with jax.disable_jit():\n    pass")
        block.body = function.body  # type: ignore[attr-defined]  # a With has one
        yield function, importing(replace(tree, (function.body, [block])), "jax")


@operator("traces.every_call", "traces.too_many", "compiles.too_many", "jit.*")
def clear_caches(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Discard all compiled programs before each call."""
    function = entry_function(tree, target)
    if isinstance(function, ast.FunctionDef) and not _is_jitted(tree, function):
        first = statements("jax.clear_caches()")
        yield function, importing(replace(tree, (function.body, [*first, *function.body])), "jax")


@operator("jit.wrong_wrapper", "wrapped.*", "state.*", "values.mismatch")
def jax_for_nnx(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Use `jax.jit` instead of `nnx.jit`."""
    names = Names(tree)
    for node in in_order(tree):
        if isinstance(node, ast.Attribute | ast.Name) and names.full(node) == "flax.nnx.jit":
            yield node, importing(replace(tree, (node, expression("jax.jit"))), "jax")


def _is_jitted(tree: ast.Module, function: ast.FunctionDef) -> bool:
    """Return whether a function's whole body is traced, so that a setting changed inside it has no effect."""
    if any(found is function for found, _ in _decorated(tree)):
        return True
    given = [node for call in _wrapped(tree) for node in ast.walk(call.args[0])]
    return any(isinstance(node, ast.Name) and node.id == function.name for node in given)


def names_only(node: ast.expr) -> bool:
    """Return whether an expression is only a dotted name, and so has no options."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and names_only(node.value))


def _imports(tree: ast.Module) -> list[ast.stmt]:
    return [statement for statement in tree.body if isinstance(statement, ast.Import | ast.ImportFrom)]


OPERATORS = [
    *[drop_jit, jit_inside, jit_in_loop, close_over, static_argument, donate_argument, disable_jit, clear_caches],
    jax_for_nnx,
]
