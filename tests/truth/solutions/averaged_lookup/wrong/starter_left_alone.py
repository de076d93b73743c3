"""JAX's own gradient: sums, of any length.

Class: custom_rule
Why: "Give the lookup a rule of its own"
"""

import jax
import jax.numpy as jnp


@jax.jit
def lookup(table, ids):
    padding = (ids < 0)[:, :, None]
    return jnp.where(padding, 0, table[ids])
