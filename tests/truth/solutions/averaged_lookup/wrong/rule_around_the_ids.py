"""Makes the rule inside of the jitted function, where it reads the ids from around it.

Class: custom_rule
Why: a training loop differentiates the jitted function, and jax.grad of it raises an error, since the ids in `backward` are tracers of a trace that has ended.
"""

import jax
import jax.numpy as jnp


@jax.jit
def lookup(table, ids):
    rows, padding = table.shape[0], (ids < 0)[:, :, None]

    @jax.custom_vjp
    def read(table):
        return jnp.where(padding, 0.0, table[jnp.maximum(ids, 0)])

    def forward(table):
        return read(table), None

    def backward(_, g):
        flat = ids.reshape(ids.size)
        sums = jax.ops.segment_sum(g.reshape(ids.size, g.shape[-1]), flat, rows)
        counts = jax.ops.segment_sum(jnp.ones(flat.shape), flat, rows)
        mean = sums / jnp.maximum(counts, 1)[:, None]
        return (mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))),)

    read.defvjp(forward, backward)
    return read(table)
