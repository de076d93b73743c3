"""Prints the size of each layer's output while it runs.

Class: host
Why: "and neither is `jax.debug.print`"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        h = block(layer, h)
        jax.debug.print("size {}", jnp.abs(h).max())
        return h, None

    def loss(stack):
        return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    return jax.value_and_grad(loss)(stack)
