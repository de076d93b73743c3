"""Operators on seeds and keys, and operators that make a function depend on more than its arguments."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.publishing.mutation.operators import (
    Target,
    calls,
    entry_function,
    expression,
    importing,
    in_order,
    insert,
    operator,
    replace,
    returned,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.publishing.mutation.operators import Change

SEEDED = ("flax.nnx.Rngs", "jax.random.key", "jax.random.PRNGKey")


@operator("values.mismatch")
def fixed_seed(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Use 1234 as the seed, whatever seed is given."""
    for node in calls(tree, *SEEDED):
        if node.args:
            yield node, replace(tree, (node.args, [ast.Constant(1234), *node.args[1:]]))


@operator("values.mismatch")
def other_seed(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Use the seed that follows the given one."""
    for node in calls(tree, *SEEDED):
        if node.args:
            yield node, replace(tree, (node.args, [expression("{seed} + 1", seed=node.args[0]), *node.args[1:]]))


@operator("values.*", "error.*")
def reuse_key(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Use a key itself instead of one that was split or folded from it."""
    for node in in_order(tree):
        if isinstance(node, ast.Assign) and list(calls(node.value, "jax.random.split", within=tree)):
            call = next(calls(node.value, "jax.random.split", within=tree))
            target = node.targets[0]
            if call is node.value and isinstance(target, ast.Tuple):
                same = ast.Tuple([call.args[0]] * len(target.elts), ast.Load())
                yield node, replace(tree, (call, same))
    for call in calls(tree, "jax.random.fold_in"):
        yield call, replace(tree, (call, call.args[0]))


@operator("values.mismatch")
def swap_keys(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Swap the keys that come from a split."""
    for node in in_order(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            target = node.targets[0]
            if list(calls(node.value, "jax.random.split", within=tree)):
                yield node, replace(tree, (target.elts, target.elts[::-1]))


@operator("values.mismatch", "error.*")
def other_distribution(tree: ast.Module, _: Target) -> Iterator[Change]:
    """Draw uniform numbers instead of normal ones, or vice versa."""
    others = {"jax.random.normal": "jax.random.uniform", "jax.random.uniform": "jax.random.normal"}
    for name, other in others.items():
        for node in calls(tree, name):
            yield node, importing(replace(tree, (node.func, expression(other))), "jax")


@operator("values.mismatch", "repeat.differs", "pure.*", "deterministic.*")
def host_randomness(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Multiply the result by a random number from Python's `random`."""
    function = entry_function(tree, target)
    for value in returned(function) if function is not None else ():
        text = "jax.tree.map(lambda leaf: leaf * (1 + python_random.random()), {value})"
        changed = importing(replace(tree, (value, expression(text, value=value))), "jax")
        yield value, insert(changed, "import random as python_random")


OPERATORS = [fixed_seed, other_seed, reuse_key, swap_keys, other_distribution, host_randomness]
