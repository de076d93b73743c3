import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    counts = jnp.zeros(table.shape[0]).at[ids].add(1.0)
    return table @ ((counts @ table) / ids.size)
