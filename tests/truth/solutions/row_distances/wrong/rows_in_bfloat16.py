"""The rows are made bfloat16 to save memory, and the digits are lost.
Class: dtype
Why: "it takes two float32 arrays of shape `(D,)` and returns a number".
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    rows = jax.vmap(metric, in_axes=(None, 0))
    return jax.vmap(rows, in_axes=(0, None))(xs.astype(jnp.bfloat16), ys.astype(jnp.bfloat16)).astype(jnp.float32)
