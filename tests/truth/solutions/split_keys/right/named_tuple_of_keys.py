"""Names the two keys of a row by a NamedTuple."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class RowKeys(NamedTuple):
    flip: jax.Array
    noise: jax.Array

    @classmethod
    def from_key(cls, key: jax.Array) -> "RowKeys":
        return cls(*jax.random.split(key, 2))


def augment_row(row: jax.Array, keys: RowKeys) -> jax.Array:
    noise = 0.1 * jax.random.normal(keys.noise, row.shape, row.dtype)
    return jnp.where(jax.random.bernoulli(keys.flip), row[::-1], row) + noise


def augment(key: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    children = jax.random.split(key, x.shape[0] + 1)
    return children[0], jax.vmap(lambda k, row: augment_row(row, RowKeys.from_key(k)))(children[1:], x)
