import jax
import jax.numpy as jnp


@jax.jit
def lookup(table, ids):
    # The values are right. Going back, JAX adds up what comes in
    # for each row, however often its word occurs.
    padding = (ids < 0)[:, :, None]
    return jnp.where(padding, 0, table[ids])
