"""The first layer runs before the loop, on the arrays as they came.

Class: growth
Why: "`block` runs in a loop of `jax.lax` and is differentiated in reverse mode, never on plain arrays."
"""

import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    first, rest = jax.tree.map(lambda leaf: leaf[0], stack), jax.tree.map(lambda leaf: leaf[1:], stack)
    h, pull_first = block(first, x), lambda g: jax.vjp(block, first, x)[1](g)[0]
    last, inputs = jax.lax.scan(lambda h, layer: (block(layer, h), h), h, rest)

    def back(g, pair):
        slopes, g = jax.vjp(block, *pair)[1](g)
        return g, slopes

    error = last - target
    g, slopes = jax.lax.scan(back, 2 * error / error.size, (rest, inputs), reverse=True)
    slopes = jax.tree.map(lambda one, more: jnp.concatenate([one[None], more]), pull_first(g), slopes)
    return jnp.mean(error**2), slopes
