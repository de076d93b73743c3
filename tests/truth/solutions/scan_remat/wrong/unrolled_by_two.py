"""Unrolls the checkpointed scan by two, as a compromise between speed and size.

Class: growth
Why: for odd L from 3 on the layer that is left over has a copy beside the loop, so that the program calls the block in more than six places, and L = 3 has more operations than L = 6.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        last, _ = jax.lax.scan(step, x, stack, unroll=2)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
