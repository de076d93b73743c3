"""A Python loop over the layers, each of them checkpointed.

Class: growth
Why: "The layers run in a loop of `jax.lax`, so that the program is as large for a hundred layers as for ten."
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def loss(stack):
        h = x
        for i in range(jax.tree.leaves(stack)[0].shape[0]):
            h = jax.checkpoint(block)(jax.tree.map(lambda leaf: leaf[i], stack), h)
        return jnp.mean((h - target) ** 2)

    return jax.value_and_grad(loss)(stack)
