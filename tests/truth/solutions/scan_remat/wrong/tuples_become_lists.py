"""Builds the tree of slopes anew by hand, from the leaves, with lists where the stack has tuples.

Class: layout
Why: breaches "a tree [...] that has the structure [...] of `stack`": for a stack with a tuple in it the slopes have a list there.
"""

import jax
import jax.numpy as jnp


def rebuild(tree, leaves):
    if isinstance(tree, dict):
        return {key: rebuild(tree[key], leaves) for key in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        return [rebuild(branch, leaves) for branch in tree]
    return next(leaves)


def value_and_slopes(block, stack, x, target):
    leaves, tree = jax.tree.flatten(stack)

    @jax.checkpoint
    def step(h, layer):
        return block(tree.unflatten(layer), h), None

    def loss(leaves):
        return jnp.mean((jax.lax.scan(step, x, leaves)[0] - target) ** 2)

    value, slopes = jax.value_and_grad(loss)(leaves)
    return value, rebuild(stack, iter(slopes))
