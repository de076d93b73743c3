import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return read(table, ids), (table.shape[0], ids)


def backward(kept, g):
    rows, ids = kept
    ids, g = ids.ravel(), g.reshape(-1, g.shape[-1])
    sums = jax.ops.segment_sum(g, ids, rows)
    counts = jax.ops.segment_sum(jnp.ones(len(ids)), ids, rows)
    means = sums / counts[:, None]
    norms = jnp.linalg.norm(means, axis=1, keepdims=True)
    return means / jnp.maximum(norms, 1), None


read.defvjp(forward, backward)
lookup = jax.jit(read)
