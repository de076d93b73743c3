"""Goes through the batch by `lax.map`, and rolls a row by cutting its new self out of two copies in a line."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Example(NamedTuple):
    id: jax.Array
    row: jax.Array


def rolled(row: jax.Array, shift: jax.Array) -> jax.Array:
    width = row.size
    return jax.lax.dynamic_slice_in_dim(jnp.concatenate([row, row]), width - shift, width)


def changed(epoch_key: jax.Array, example: Example) -> jax.Array:
    shift_key, noise_key = jax.random.split(jax.random.fold_in(epoch_key, example.id))
    row = example.row
    shift = jax.random.randint(shift_key, (), 0, row.size)
    return rolled(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key: jax.Array, epoch: jax.Array, ids: jax.Array, rows: jax.Array) -> jax.Array:
    epoch_key = jax.random.fold_in(key, epoch)
    return jax.lax.map(functools.partial(changed, epoch_key), Example(ids, rows))
