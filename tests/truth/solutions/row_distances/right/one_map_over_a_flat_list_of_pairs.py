"""Writes all pairs into one long batch, maps the metric over it once, and folds the numbers into a table."""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Pairs(NamedTuple):
    left: jax.Array
    right: jax.Array

    @classmethod
    def of(cls, xs: jax.Array, ys: jax.Array) -> "Pairs":
        return cls(jnp.repeat(xs, ys.shape[0], axis=0), jnp.tile(ys, (xs.shape[0], 1)))


def distances(metric: Callable[[jax.Array, jax.Array], jax.Array], xs: jax.Array, ys: jax.Array) -> jax.Array:
    match xs.shape, ys.shape:
        case (rows, _), (columns, _):
            numbers = jax.vmap(lambda pair: metric(*pair))(Pairs.of(xs, ys))
            return numbers.reshape(rows, columns)
        case _:
            raise ValueError("two arrays of rows are needed")
