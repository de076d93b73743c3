"""Leaves the jitted function out if there is one id only, of which no mean is needed.

Class: half_eager
Why: For K = 1 the product runs outside of any function made by `jax.jit`, and the first call traces nothing instead of once.
"""
import jax
import jax.numpy as jnp


@jax.jit
def score(table, ids):
    return table @ table[ids].mean(axis=0)


def recommend(table, ids):
    if ids.shape[0] == 1:
        return jnp.matmul(table, table[ids[0]])
    return score(table, ids)
