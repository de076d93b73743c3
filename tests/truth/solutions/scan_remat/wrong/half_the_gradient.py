"""Forgets the 2 of the square on the way back.

Class: numbers
Why: "its gradient with respect to `stack`"
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    last, inputs = jax.lax.scan(lambda h, layer: (block(layer, h), h), x, stack)

    def back(g, kept):
        layer, h = kept
        _, pull = jax.vjp(block, layer, h)
        slopes, g = pull(g)
        return g, slopes

    error = last - target
    _, slopes = jax.lax.scan(back, error / error.size, (stack, inputs), reverse=True)
    return jnp.mean(error**2), slopes
