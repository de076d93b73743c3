"""Takes rows of zeros for padding, which has no loss.

Class: numbers
Why: numbers may be 0: for an x of zeros and y = 3 the loss (0 - 3)**2 is 9, and here it is 0.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    each = jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
    return jnp.where(jnp.any(xs != 0, axis=1), each, 0.0)
