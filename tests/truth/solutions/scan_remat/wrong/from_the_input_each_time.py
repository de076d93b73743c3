"""Keeps nothing, and computes each layer's input from `x` again.

Class: growth
Why: "The compiled program needs at most twice as many floating-point operations as one that computes each block once on the way there and once more on the way back."
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    length = jax.tree.leaves(stack)[0].shape[0]

    def forward(h, layer_and_use):
        layer, use = layer_and_use
        return jnp.where(use, block(layer, h), h), None

    def input_of(i):
        return jax.lax.scan(forward, x, (stack, jnp.arange(length) < i))[0]

    def back(g, pair):
        i, layer = pair
        slopes, g = jax.vjp(block, layer, input_of(i))[1](g)
        return g, slopes

    error = input_of(length) - target
    _, slopes = jax.lax.scan(back, 2 * error / error.size, (jnp.arange(length), stack), reverse=True)
    return jnp.mean(error**2), slopes
