import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(1,))
@jax.jit
def lookup(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return lookup(table, ids), table.shape[0]


def backward(ids, rows, g):
    ids, g = ids.ravel(), g.reshape(-1, g.shape[-1])
    sums = jax.ops.segment_sum(g, ids, rows)
    counts = jax.ops.segment_sum(jnp.ones(len(ids)), ids, rows)
    means = sums / jnp.maximum(counts, 1)[:, None]
    norms = jnp.linalg.norm(means, axis=1, keepdims=True)
    return (means / jnp.maximum(norms, 1),)


lookup.defvjp(forward, backward)
