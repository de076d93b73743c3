"""A while_loop that carries a typed logbook, into which each step writes its own row."""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Logbook(NamedTuple):
    time: jax.Array
    rows: jax.Array

    def is_open(self) -> jax.Array:
        return self.time < self.rows.shape[0] - 1

    def write(self, state: jax.Array) -> "Logbook":
        later = self.time + 1
        return Logbook(later, jax.lax.dynamic_update_index_in_dim(self.rows, state, later, axis=0))


def trajectory(step: Callable[[jax.Array, jax.Array], jax.Array], start: jax.Array, inputs: jax.Array) -> jax.Array:
    def advance(book: Logbook) -> Logbook:
        pick = lambda array: jax.lax.dynamic_index_in_dim(array, book.time, axis=0, keepdims=False)
        return book.write(step(pick(book.rows), pick(inputs)))

    empty = jnp.zeros((inputs.shape[0] + 1, start.shape[0]), start.dtype)
    first = Logbook(jnp.zeros((), jnp.int32), empty.at[0].set(start))
    return jax.lax.while_loop(Logbook.is_open, advance, first).rows
