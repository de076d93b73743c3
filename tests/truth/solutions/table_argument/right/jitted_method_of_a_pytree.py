"""A dataclass that is a pytree with the table as its leaf, and a jitted method of it."""

import dataclasses
import operator

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True, eq=False)
class Shop:
    table: jax.Array

    @jax.jit
    def scores(self, ids: jax.Array) -> jax.Array:
        liked = jnp.take(self.table, ids, axis=0, mode="clip")
        return operator.matmul(self.table, liked.mean(axis=0))


# `self` is an argument like any other: JAX takes the table out of it and hands it over.
jax.tree_util.register_dataclass(Shop, data_fields=["table"], meta_fields=[])


def recommend(table: jax.Array, ids: jax.Array) -> jax.Array:
    return Shop(table).scores(ids)
