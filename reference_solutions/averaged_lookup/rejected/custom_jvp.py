import jax
import jax.numpy as jnp


@jax.custom_jvp
def read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0, table[ids])


@read.defjvp
def push(primals, tangents):
    table, ids = primals
    counts = jnp.zeros(len(table)).at[ids].add(ids >= 0)
    means = tangents[0] / jnp.maximum(counts, 1)[:, None]
    norms = jnp.linalg.norm(means, axis=1, keepdims=True)
    return read(table, ids), read(means / jnp.maximum(norms, 1), ids)


lookup = jax.jit(read)
