"""The layers run in reverse.

Class: numbers
Why: "| i + 1 | `h = block(layer i, h)` |"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        return jnp.mean((jax.lax.scan(step, x, stack, reverse=True)[0] - target) ** 2)

    return jax.value_and_grad(loss)(stack)
