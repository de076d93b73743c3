import jax
import jax.numpy as jnp


@jax.custom_vjp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


def forward(table, ids):
    return read(table, ids), (table.shape[0], ids)


def backward(kept, g):
    rows, ids = kept
    sums = jnp.zeros((rows, g.shape[-1])).at[ids].add(g)
    counts = jnp.zeros(rows).at[ids].add(1)
    means = sums / jnp.maximum(counts, 1)[:, None]
    norms = jnp.linalg.norm(means, axis=1, keepdims=True)
    return means / jnp.maximum(norms, 1), None


read.defvjp(forward, backward)
lookup = jax.jit(read)
