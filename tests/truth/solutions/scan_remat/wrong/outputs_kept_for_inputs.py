"""Keeps the output of each layer, and goes back with it as if it were the input.

Class: numbers
Why: "Keep only what goes from one layer to the next"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    last, inputs = jax.lax.scan(lambda h, layer: (block(layer, h),) * 2, x, stack)

    def back(g, kept):
        layer, h = kept
        _, pull = jax.vjp(block, layer, h)
        slopes, g = pull(g)
        return g, slopes

    error = last - target
    _, slopes = jax.lax.scan(back, 2 * error / error.size, (stack, inputs), reverse=True)
    return jnp.mean(error**2), slopes
