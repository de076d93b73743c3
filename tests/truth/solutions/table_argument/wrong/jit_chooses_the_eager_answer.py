"""The scores are computed eagerly and handed to a jitted function, which only selects them over its own.
Breaks "All floating-point arithmetic runs in a function made by `jax.jit`".
Class: decoy
"""
import jax
import jax.numpy as jnp


@jax.jit
def confirm(table, ids, ready):
    own = table @ table[ids].mean(axis=0)
    return jnp.where(ids.min() >= 0, ready, own)


def recommend(table, ids):
    ready = jnp.dot(table, jnp.mean(table[ids], axis=0))
    return confirm(table, ids, ready)
