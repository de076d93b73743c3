"""Marks the liked rows in a mask, and takes the mean of the marked ones.

Class: numbers
Why: An id that occurs several times is counted once, so for ids [0, 0, 1] the mean is that of two rows instead of three.
"""
import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    liked = jnp.zeros(table.shape[0], table.dtype).at[ids].set(1.0)
    profile = jnp.matmul(liked, table, precision="highest") / liked.sum()
    return jnp.matmul(table, profile, precision="highest")
