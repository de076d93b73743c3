"""The rule is the table's alone, with counts of integers; JAX derives the lookup itself."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def shared(table, counts):
    return table


def backward(counts, g):
    means = g / jnp.clip(counts, min=1)[:, None]
    return means * jnp.minimum(1, 1 / jnp.linalg.norm(means, axis=1, keepdims=True)), None


shared.defvjp(lambda table, counts: (table, counts), backward)


@jax.jit
def lookup(table, ids):
    real = ids >= 0
    counts = jnp.zeros(len(table), int).at[ids].add(real)
    rows = shared(table, counts)[ids]
    return jnp.where(real[..., None], rows, 0)
