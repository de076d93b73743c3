import jax
import jax.numpy as jnp


@jax.jit
def lookup(table, ids):
    flat = ids.ravel()

    @jax.custom_vjp
    def read(table):
        return jnp.where((ids < 0)[:, :, None], 0, table[ids])

    def backward(_, g):
        sums = jax.ops.segment_sum(g.reshape(-1, g.shape[-1]), flat, len(table))
        counts = jax.ops.segment_sum(jnp.ones(len(flat)), flat, len(table))
        means = sums / jnp.maximum(counts, 1)[:, None]
        norms = jnp.linalg.norm(means, axis=1, keepdims=True)
        return (means / jnp.maximum(norms, 1),)

    read.defvjp(lambda table: (read(table), None), backward)
    return read(table)
