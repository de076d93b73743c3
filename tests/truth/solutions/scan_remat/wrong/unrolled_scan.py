"""A checkpointed scan that is unrolled completely.

Class: growth
Why: "It has as many operations for 2 L layers as for L": the program has a copy of the block for each layer.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    depth = jax.tree.leaves(stack)[0].shape[0]

    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        last, _ = jax.lax.scan(step, x, stack, unroll=depth)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
