"""Takes rows of zeros for padding, and leaves them out of the mean.

Class: numbers
Why: If one of K liked rows is zeros, the sum is divided by K - 1 instead of K, though "a row may be zeros".
"""
import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    rows = table[ids]
    real = jnp.any(rows != 0, axis=1).sum()
    profile = rows.sum(axis=0) / jnp.maximum(real, 1)
    return jnp.matmul(table, profile, precision="highest")
