"""A loop that fills an array.

Class: structure
Why: No loops of `jax.lax`.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    fill = lambda i, out: out.at[i].set(loss(weights, xs[i], ys[i]))
    return jax.lax.fori_loop(0, len(ys), fill, jnp.zeros(len(ys)))
