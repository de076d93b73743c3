"""The forward scan returns each step's backward pass, with all arrays in it.

Class: flops
Why: "Keep only what goes from one layer to the next, and compute the rest again on the way back."
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    last, pulls = jax.lax.scan(lambda h, layer: jax.vjp(block, layer, h), x, stack)

    def back(g, pull):
        slopes, g = pull(g)
        return g, slopes

    error = last - target
    _, slopes = jax.lax.scan(back, 2 * error / error.size, pulls, reverse=True)
    return jnp.mean(error**2), slopes
