"""nnx.scan over an array of the steps' key pairs and the rows, with type hints and a NamedTuple."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Pair(NamedTuple):
    noise: jax.Array
    mask: jax.Array


def pairs(key: jax.Array, first: jax.Array, count: int) -> Pair:
    numbers = jnp.arange(count) + first
    keys = jax.vmap(lambda n: jax.random.split(jax.random.fold_in(key, n)))(numbers)
    return Pair(*jnp.unstack(keys, axis=1))


@nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
def run(state: jax.Array, pair: Pair, row: jax.Array):
    kept = jax.random.bernoulli(pair.mask, 0.75, row.shape)
    noise = jax.random.normal(pair.noise, row.shape)
    state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
    return state, state


def resume(key, first, state, rows):
    return run(state, pairs(key, first, rows.shape[0]), rows)
