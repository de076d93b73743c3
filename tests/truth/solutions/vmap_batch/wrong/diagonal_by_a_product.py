"""Makes the table of all xs with all ys by two nested maps, and multiplies by the identity to get its diagonal.

Class: numbers
Why: A loss that is infinite meets zeros of the identity when it is in the table beside the diagonal, and 0 * inf makes a finite loss NaN.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    row = jax.vmap(loss, in_axes=(None, None, 0))
    table = jax.vmap(row, in_axes=(None, 0, None))(weights, xs, ys)
    return jnp.sum(table * jnp.eye(ys.shape[0], dtype=table.dtype), axis=1)
