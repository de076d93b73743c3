"""Operators on control flow: an iteration too many or too few, or Python instead of `lax`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.publishing.mutation.operators import Target, blocks, calls, expression, in_order, insert, operator, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.publishing.mutation.operators import Change

COUNTED = ("values.*", "error.*", "jit.calls", "traces.*")
UNROLLED = ("jaxpr.*", "body.*", "traces.*", "error.*", "jit.calls")
UNROLLED_SCAN = """
import jax
def unrolled_scan(step, carry, xs, length=None):
    outputs = []
    for i in range(length or len(jax.tree.leaves(xs)[0])):
        carry, output = step(carry, jax.tree.map(lambda leaf: leaf[i], xs))
        outputs.append(output)
    return carry, jax.tree.map(lambda *leaves: jax.numpy.stack(leaves), *outputs)
"""
UNROLLED_FORI = """
def unrolled_fori(lower, upper, body, value):
    for i in range(int(lower), int(upper)):
        value = body(i, value)
    return value
"""
UNROLLED_MAP = """
import jax
def unrolled_map(function, xs):
    results = [function(jax.tree.map(lambda leaf: leaf[i], xs)) for i in range(len(jax.tree.leaves(xs)[0]))]
    return jax.tree.map(lambda *leaves: jax.numpy.stack(leaves), *results)
"""
_IN_PYTHON = {
    "jax.lax.scan": ("unrolled_scan", UNROLLED_SCAN),
    "jax.lax.fori_loop": ("unrolled_fori", UNROLLED_FORI),
    "jax.lax.map": ("unrolled_map", UNROLLED_MAP),
}


@operator(*COUNTED)
def off_by_one(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Make one iteration too few, or one too many."""
    for node in in_order(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            for change in ("- 1", "+ 1"):
                other = expression(f"{{stop}} {change}", stop=node.args[min(1, len(node.args) - 1)])
                at = min(1, len(node.args) - 1)
                yield node, replace(tree, (node.args, [*node.args[:at], other, *node.args[at + 1 :]]))
    for node in calls(tree, "jax.lax.fori_loop"):
        first = expression("{start} + 1", start=node.args[0])
        yield node, replace(tree, (node.args, [first, *node.args[1:]]))


@operator(*COUNTED)
def loop_once(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Run the body of a loop only once."""
    for block in blocks(tree):
        for at, statement in enumerate(block):
            if isinstance(statement, ast.For | ast.While):
                first = []
                if isinstance(statement, ast.For):
                    value = expression("next(iter({all}))", all=statement.iter)
                    first = [ast.copy_location(ast.Assign([statement.target], value), statement)]
                yield statement, replace(tree, (block, [*block[:at], *first, *statement.body, *block[at + 1 :]]))


@operator(*COUNTED)
def extra_pass(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Make the call in a loop once before the loop, too, to warm up."""
    for block in blocks(tree):
        for at, statement in enumerate(block):
            if isinstance(statement, ast.For | ast.While):
                called = [s for s in statement.body if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call)]
                if called:
                    yield called[0], replace(tree, (block, [*block[:at], called[0], *block[at:]]))


@operator(*UNROLLED)
def python_loop(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Use a Python loop instead of `scan`, `fori_loop` or `map` of `jax.lax`."""
    for full, (name, helper) in _IN_PYTHON.items():
        for node in calls(tree, full):
            if not any(keyword.arg in ("reverse", "unroll") for keyword in node.keywords):
                yield node, insert(replace(tree, (node.func, ast.Name(name, ast.Load()))), helper)


@operator("values.*", "error.*")
def scan_backwards(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Scan from the last element to the first."""
    for node in calls(tree, "jax.lax.scan"):
        if not any(keyword.arg == "reverse" for keyword in node.keywords):
            turned = [*node.keywords, ast.keyword("reverse", ast.Constant(value=True))]
            yield node, replace(tree, (node.keywords, turned))


OPERATORS = [off_by_one, loop_once, extra_pass, python_loop, scan_backwards]
