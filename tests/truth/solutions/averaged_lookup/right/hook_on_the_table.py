"""Leaves the sums to JAX, and corrects them in a rule of the identity that the table goes through."""

import jax
import jax.numpy as jnp


class Hook:
    """The identity. Going back, it divides by the counts and shortens what is too long."""

    @staticmethod
    @jax.custom_vjp
    def apply(table, counts):
        return table

    @staticmethod
    def forward(table, counts):
        return table, counts

    @staticmethod
    def backward(counts, sums):
        mean = sums / jnp.maximum(counts, 1.0)[:, None]
        length = jnp.sqrt(jnp.einsum("vd,vd->v", mean, mean))
        return jnp.where(length > 1.0, 1.0 / length, 1.0)[:, None] * mean, None


Hook.apply.defvjp(Hook.forward, Hook.backward)


@jax.jit
def lookup(table, ids):
    rows = table.shape[0]
    padding = ids < 0
    counts = jnp.zeros(rows, jnp.float32).at[jnp.where(padding, rows, ids)].add(1.0, mode="drop")
    found = Hook.apply(table, counts)[jnp.where(padding, 0, ids)]
    return jax.lax.select(jnp.broadcast_to(padding[:, :, None], found.shape), jnp.zeros_like(found), found)
