"""Maps over two halves.

Class: structure
Why: At most once.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    f = jax.vmap(loss, in_axes=(None, 0, 0))
    half = len(ys) // 2
    return jnp.concatenate([f(weights, xs[:half], ys[:half]), f(weights, xs[half:], ys[half:])])
