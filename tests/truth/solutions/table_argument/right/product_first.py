import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    """The products with each liked row, and then their mean."""
    return jnp.mean(table @ table[ids].T, axis=1)
