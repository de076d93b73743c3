"""The loop under jit.

Class: structure
Why: Python calls `loss` at most once.
"""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=0)
def losses(loss, weights, xs, ys):
    return jnp.stack([loss(weights, xs[i], ys[i]) for i in range(xs.shape[0])])
