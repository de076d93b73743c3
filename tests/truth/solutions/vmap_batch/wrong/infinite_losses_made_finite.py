"""Maps over the batch, and replaces what isn't a finite number.

Class: numbers
Why: an infinite loss must stay inf, and here it becomes 3.4e38.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    return jnp.nan_to_num(jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys))
