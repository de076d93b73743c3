"""Pads the batch to a multiple of eight by its last row, and cuts the padding off by a product with a unit matrix.

Class: numbers
Why: Where one loss of the batch is infinite, 0 * inf makes the losses of all other examples NaN.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    n = xs.shape[0]
    extra = -n % 8
    xs = jnp.pad(xs, ((0, extra), (0, 0)), mode="edge")
    ys = jnp.pad(ys, (0, extra), mode="edge")
    padded = jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
    return jnp.sum(jnp.eye(n, n + extra, dtype=padded.dtype) * padded, axis=1)
