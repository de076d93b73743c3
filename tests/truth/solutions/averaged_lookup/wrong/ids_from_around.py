"""The rule is made inside, and reads the ids from around it.

Class: other
Why: "A training loop differentiates the jitted function, so `ids` is a tracer for all that is inside."
"""

import jax
import jax.numpy as jnp


@jax.jit
def lookup(table, ids):
    rows = table.shape[0]

    @jax.custom_vjp
    def read(table):
        return jnp.where((ids < 0)[:, :, None], 0, table[ids])

    def backward(_, g):
        places = jnp.where(ids < 0, rows, ids)
        total = jnp.zeros((rows, g.shape[2])).at[places].add(g, mode="drop")
        count = jnp.zeros((rows, 1)).at[places].add(1, mode="drop")
        mean = total / jnp.maximum(count, 1)
        return (mean * jnp.minimum(1, 1 / jnp.linalg.norm(mean, axis=1, keepdims=True)),)

    read.defvjp(lambda table: (read(table), None), backward)
    return read(table)
