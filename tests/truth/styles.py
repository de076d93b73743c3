"""Alternative styles: each one changes how a right solution is written, but not its behaviour."""

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
    insert,
    parameters,
    replace,
    statements,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Style = Callable[[ast.Module, Target], ast.Module | None]
    """Returns None where the style doesn't apply."""


def decorator_to_call(tree: ast.Module, _: Target) -> ast.Module | None:
    """Replace a decorator with `f = decorate(f)` below the function."""
    for block in blocks(tree):
        for at, statement in enumerate(block):
            if isinstance(statement, ast.FunctionDef) and statement.decorator_list and not _is_method(tree, statement):
                value: ast.expr = ast.Name(statement.name, ast.Load())
                for decorator in reversed(statement.decorator_list):
                    value = expression("{decorator}({value})", decorator=decorator, value=value)
                (assign,) = statements(f"{statement.name} = {ast.unparse(value)}")
                plain = replace(ast.Module([statement], []), (statement.decorator_list, [])).body
                return replace(tree, (block, [*block[:at], *plain, assign, *block[at + 1 :]]))
    return None


def def_to_lambda(tree: ast.Module, target: Target) -> ast.Module | None:
    """Replace a function that only returns with a lambda."""
    for block in blocks(tree):
        for at, node in enumerate(block):
            if (
                isinstance(node, ast.FunctionDef)
                and not node.decorator_list
                and not _is_method(tree, node)
                and len(node.body) == 1
                and isinstance(node.body[0], ast.Return)
                and node.body[0].value is not None
                and node.name != target.entry_point
            ):
                plain = [ast.arg(argument.arg) for argument in node.args.args]
                arguments = replace(ast.Module([node], []), (node.args.args, plain)).body[0].args  # type: ignore[attr-defined]  # a function
                value = ast.unparse(ast.Lambda(arguments, node.body[0].value))
                return replace(tree, (block, [*block[:at], *statements(f"{node.name} = {value}"), *block[at + 1 :]]))
    return None


def lambda_to_def(tree: ast.Module, _: Target) -> ast.Module | None:
    """Replace a lambda with a named function."""
    for block in blocks(tree):
        for at, statement in enumerate(block):
            if not isinstance(statement, ast.Assign | ast.Expr | ast.Return):
                continue
            found = next((node for node in in_order(statement) if isinstance(node, ast.Lambda)), None)
            free = found is not None and not any(isinstance(n, ast.GeneratorExp | ast.ListComp) for n in block)
            if found is not None and free and sum(isinstance(n, ast.Lambda) for n in in_order(statement)) == 1:
                (made,) = statements(f"def helper({ast.unparse(found.args)}):\n    return {ast.unparse(found.body)}")
                used = replace(ast.Module([statement], []), (found, ast.Name("helper", ast.Load()))).body
                return replace(tree, (block, [*block[:at], made, *used, *block[at + 1 :]]))
    return None


def annotated(tree: ast.Module, _: Target) -> ast.Module | None:
    """Annotate the parameters of all functions with types."""
    swaps: list[tuple[object, object]] = []
    for node in in_order(tree):
        if isinstance(node, ast.FunctionDef):
            swaps += [
                (argument, ast.arg(argument.arg, expression("jax.Array")))
                for argument in node.args.args
                if argument.arg not in ("self", "cls")
            ]
    if not swaps:
        return None
    return insert(importing(replace(tree, *swaps), "jax"), "from __future__ import annotations")


def documented(tree: ast.Module, _: Target) -> ast.Module:
    """Add docstrings."""
    swaps: list[tuple[object, object]] = []
    for node in in_order(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is None:
            doc = statements(repr(f"Do what {node.name} is for.\n\n    One line more.\n"))
            swaps.append((node.body, [*doc, *replace(ast.Module(node.body, [])).body]))
            break
    return replace(ast.Module([*statements("'A solution.'"), *tree.body], []), *swaps)


def while_loop(tree: ast.Module, _: Target) -> ast.Module | None:
    """Replace `for … in range(n)` with `while` and a counter."""
    for block in blocks(tree):
        for at, loop in enumerate(block):
            if (
                isinstance(loop, ast.For)
                and isinstance(loop.target, ast.Name)
                and isinstance(loop.iter, ast.Call)
                and ast.unparse(loop.iter.func) == "range"
                and len(loop.iter.args) == 1
            ):
                name = loop.target.id
                start, end = f"{name} = 0", f"{name} += 1"
                (made,) = statements(f"while {name} < {ast.unparse(loop.iter.args[0])}:\n    pass")
                made.body = [*loop.body, *statements(end)]  # type: ignore[attr-defined]  # a While has one
                return replace(tree, (block, [*block[:at], *statements(start), made, *block[at + 1 :]]))
    return None


def renamed_helpers(tree: ast.Module, target: Target) -> ast.Module | None:
    """Rename local variables and helper functions."""
    taken = _parameter_names(tree) | _keywords(tree) | {target.entry_point}
    taken |= {a.asname or a.name for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom) for a in n.names}
    taken |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)} | _class_names(tree)
    bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    bound |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
    return _rename(tree, {name: f"my_{name.strip('_')}" for name in sorted(bound - taken)})


def renamed_parameters(tree: ast.Module, _: Target) -> ast.Module | None:
    """Rename parameters, which is allowed because the grader passes arguments by position."""
    methods = {a.arg for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for a in _arguments(c)}
    names = _parameter_names(tree) - _keywords(tree) - methods - _class_names(tree) - {"self", "cls"}
    if "static_argnames" in ast.unparse(tree) or "donate_argnames" in ast.unparse(tree):
        return None
    return _rename(tree, {name: f"{name.strip('_')}_in" for name in sorted(names)})


def named_result(tree: ast.Module, target: Target) -> ast.Module | None:
    """Assign the result to a name, and return that in a separate line."""
    return _on_last_return(tree, target, "answer = {value}", "return answer")


def walrus(tree: ast.Module, target: Target) -> ast.Module | None:
    """Assign the result with a walrus and return it."""
    return _on_last_return(tree, target, "return (answer := {value})")


def spelled_out(tree: ast.Module, _: Target) -> ast.Module | None:
    """Replace `jnp` with `jax.numpy`."""
    swaps = [(n, expression("jax.numpy")) for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == "jnp"]
    return importing(replace(tree, *swaps), "jax") if swaps else None


def names_imported(tree: ast.Module, _: Target) -> ast.Module | None:
    """Import `jit`, `lax`, `vmap` and others with `from jax import …`."""
    names = Names(tree)
    wanted = {f"jax.{name}": name for name in ("jit", "lax", "vmap", "grad", "random", "tree", "checkpoint")}
    wanted |= {"flax.nnx.jit": "jit", "flax.nnx.Linear": "Linear", "flax.nnx.Rngs": "Rngs"}
    used = {n: names.full(n) for n in ast.walk(tree) if isinstance(n, ast.Attribute) and names.full(n) in wanted}
    if not used:
        return None
    swaps = [(node, ast.Name(wanted[full], ast.Load())) for node, full in used.items()]
    modules = [f"from {full.rpartition('.')[0]} import {wanted[full]}" for full in sorted(set(used.values()))]
    return insert(replace(tree, *swaps), *modules)


def static_method(tree: ast.Module, target: Target) -> ast.Module | None:
    """Make the entry point a static method of a class."""
    return _wrap_entry(
        tree, target, "class Solution:\n    pass", f"{target.entry_point} = Solution.{{name}}", static=True
    )


def factory(tree: ast.Module, target: Target) -> ast.Module | None:
    """Write a function that makes the entry point."""
    return _wrap_entry(tree, target, "def make():\n    pass", f"{target.entry_point} = make()", last="return {name}")


def callable_object(tree: ast.Module, target: Target) -> ast.Module | None:
    """Make the entry point an object with `__call__`."""
    function = _plain_entry(tree, target)
    if function is None:
        return None
    given = ", ".join(parameters(function))
    made = statements(
        f"class Solver:\n    def __call__(self, {given}):\n        pass\n\n{target.entry_point} = Solver()"
    )
    made[0].body[0].body = function.body  # type: ignore[attr-defined]  # the method above
    return _replace_entry(tree, function, made)


def star_arguments(tree: ast.Module, target: Target) -> ast.Module | None:
    """Accept `*arguments`, and unpack them in the first line."""
    function = _plain_entry(tree, target)
    if function is None:
        return None
    (made,) = statements(f"def {function.name}(*arguments):\n    {', '.join(parameters(function))}, = arguments")
    made.body += function.body  # type: ignore[attr-defined]  # a function has one
    return _replace_entry(tree, function, [made])


def named_scope(tree: ast.Module, target: Target) -> ast.Module | None:
    """Put the whole body into a `jax.named_scope`, as for profiling."""
    return _in_block(tree, target, "with jax.named_scope('solution'):\n    pass")


def try_finally(tree: ast.Module, target: Target) -> ast.Module | None:
    """Put the whole body into a `try` with a `finally` that does nothing."""
    return _in_block(tree, target, "try:\n    pass\nfinally:\n    done = True")


def bound_by_partial(tree: ast.Module, target: Target) -> ast.Module | None:
    """Bind an option of the entry point with `functools.partial`."""
    function = _plain_entry(tree, target)
    if function is None:
        return None
    given = ", ".join(parameters(function))
    text = f"def solve_with(verbose, {given}):\n    pass\n\n{target.entry_point} = functools.partial(solve_with, False)"
    made = statements(text)
    made[0].body = function.body  # type: ignore[attr-defined]  # a function has one
    changed = _replace_entry(tree, function, made)
    return importing(changed, "functools") if changed is not None else None


def delegated(tree: ast.Module, target: Target) -> ast.Module | None:
    """Make the entry point pass its arguments on to another function."""
    function = _plain_entry(tree, target)
    if function is None:
        return None
    given = ", ".join(parameters(function))
    text = f"def work({given}):\n    pass\n\ndef {target.entry_point}({given}):\n    return work({given})"
    made = statements(text)
    made[0].body = function.body  # type: ignore[attr-defined]  # a function has one
    return _replace_entry(tree, function, made)


STYLES: dict[str, Style] = {
    style.__name__: style
    for style in [
        *[decorator_to_call, def_to_lambda, lambda_to_def, annotated, documented, while_loop, renamed_helpers],
        *[renamed_parameters, named_result, walrus, spelled_out, names_imported, static_method, factory],
        *[callable_object, star_arguments, named_scope, try_finally, bound_by_partial, delegated],
    ]
}


def _plain_entry(tree: ast.Module, target: Target) -> ast.FunctionDef | None:
    """Return the entry point if it is a top-level function without decorators and options."""
    function = entry_function(tree, target)
    if not isinstance(function, ast.FunctionDef) or function not in tree.body or function.decorator_list:
        return None
    plain = function.name == target.entry_point and not (function.args.vararg or function.args.kwonlyargs)
    return function if plain else None


def _replace_entry(tree: ast.Module, function: ast.FunctionDef, made: list[ast.stmt]) -> ast.Module | None:
    at = tree.body.index(function)
    return replace(tree, (tree.body, [*tree.body[:at], *made, *tree.body[at + 1 :]]))


def _wrap_entry(
    tree: ast.Module, target: Target, text: str, after: str, *, last: str = "", static: bool = False
) -> ast.Module | None:
    """Put the entry point with its decorators into the block `text`, with `last` at its end and `after` below it."""
    function = next((s for s in tree.body if isinstance(s, ast.FunctionDef) and s.name == target.entry_point), None)
    if function is None:
        return None
    body = list(replace(ast.Module([function], [])).body)
    if static:
        body[0].decorator_list.insert(0, ast.Name("staticmethod", ast.Load()))  # type: ignore[attr-defined]  # a function
    made = statements(text)
    made[0].body = [*body, *statements(last.format(name=function.name))]  # type: ignore[attr-defined]  # a block
    return _replace_entry(tree, function, [*made, *statements(after.format(name=function.name))])


def _in_block(tree: ast.Module, target: Target, text: str) -> ast.Module | None:
    function = entry_function(tree, target)
    if not isinstance(function, ast.FunctionDef):
        return None
    (made,) = statements(text)
    made.body = function.body  # type: ignore[attr-defined]  # a with or a try
    return importing(replace(tree, (function.body, [made])), "jax")


def _on_last_return(tree: ast.Module, target: Target, *texts: str) -> ast.Module | None:
    function = entry_function(tree, target)
    if not isinstance(function, ast.FunctionDef) or not isinstance(function.body[-1], ast.Return):
        return None
    value = function.body[-1].value
    written = ast.unparse(value) if value is not None else "None"
    lines = [line for text in texts for line in statements(text.format(value=f"({written})"))]
    return replace(tree, (function.body, [*function.body[:-1], *lines]))


def _is_method(tree: ast.Module, function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.ClassDef) and function in node.body for node in ast.walk(tree))


def _arguments(tree: ast.AST) -> list[ast.arg]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.arg)]


def _parameter_names(tree: ast.AST) -> set[str]:
    return {argument.arg for argument in _arguments(tree)}


def _keywords(tree: ast.AST) -> set[str]:
    return {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg}


def _class_names(tree: ast.AST) -> set[str]:
    """Return the names bound in the bodies of classes."""
    inside = [node for found in ast.walk(tree) if isinstance(found, ast.ClassDef) for node in ast.walk(found)]
    names = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names | {node.name for node in inside if isinstance(node, ast.FunctionDef)}


def _rename(tree: ast.Module, other: dict[str, str]) -> ast.Module | None:
    if not other:
        return None
    changed = replace(tree)
    for node in ast.walk(changed):
        if isinstance(node, ast.Name):
            node.id = other.get(node.id, node.id)
        elif isinstance(node, ast.arg):
            node.arg = other.get(node.arg, node.arg)
        elif isinstance(node, ast.FunctionDef):
            node.name = other.get(node.name, node.name)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [other.get(name, name) for name in node.names]
    return changed
