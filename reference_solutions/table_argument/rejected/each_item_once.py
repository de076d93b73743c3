import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    liked = jnp.zeros(table.shape[0]).at[ids].set(1)
    return table @ (liked @ table) / liked.sum()
