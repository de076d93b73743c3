"""Writes the loss as the square of a norm, divided by the number of elements.

Class: numbers
Why: where the last output equals the target exactly (all parameters 0 and a target of zeros, say), the norm has no slope at 0, and all slopes are NaN and not 0.
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, h), None

    def loss(stack):
        last, _ = jax.lax.scan(step, x, stack)
        return jnp.linalg.norm(last - target) ** 2 / target.size

    return jax.value_and_grad(loss)(stack)
