"""Scans over the stack's leaves, with a step that is decorated by jax.checkpoint, and pulls a one back."""

from functools import partial

import jax
import jax.numpy as jnp

in_a_loop = partial(
    jax.checkpoint,
    policy=jax.checkpoint_policies.nothing_saveable,
    prevent_cse=False,
)


class Network:
    def __init__(self, block, tree):
        @in_a_loop
        def step(h, leaves):
            return block(tree.unflatten(leaves), h), ()

        self.step = step

    def __call__(self, leaves, x):
        last, _ = jax.lax.scan(self.step, x, leaves, length=leaves[0].shape[0])
        return last


def value_and_slopes(block, stack, x, target):
    leaves, tree = jax.tree.flatten(stack)
    network = Network(block, tree)
    loss, pull = jax.vjp(lambda leaves: jnp.square(network(leaves, x) - target).mean(), leaves)
    [slopes] = pull(jnp.ones_like(loss))
    return loss, tree.unflatten(slopes)
