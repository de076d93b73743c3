"""Compiles the entry point, and keeps the safe root in a small namespace class."""

import jax
import jax.numpy as jnp


class Safe:
    @staticmethod
    def sqrt(value):
        ok = value > 0
        return jnp.where(ok, jnp.sqrt(jnp.where(ok, value, 1)), 0).astype(value.dtype)


@jax.jit
def pairwise_distances(x):
    return Safe.sqrt(((x[:, None] - x) ** 2).sum(-1))
