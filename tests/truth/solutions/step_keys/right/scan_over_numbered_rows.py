"""A scan over pairs of a step's number and its row; a partial holds the run's key."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Step(NamedTuple):
    number: jax.Array
    row: jax.Array


def advance(key, state, step):
    noise_key, mask_key = jax.random.split(jax.random.fold_in(key, step.number))
    noise = jax.random.normal(noise_key, step.row.shape)
    kept = jax.random.bernoulli(mask_key, 0.75, step.row.shape)
    state = sum((0.9 * state, jnp.where(kept, step.row, 0), 0.1 * noise))
    return state, state


def resume(key, first, state, rows):
    steps = Step(first + jnp.arange(rows.shape[0], dtype=jnp.int32), rows)
    return jax.lax.scan(functools.partial(advance, key), state, steps)
