"""`lax.map` with chunks of eight examples."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp


CHUNK = 8


class Example(NamedTuple):
    own: jax.Array
    row: jax.Array


def change(example: Example) -> jax.Array:
    keys = jax.random.split(example.own)
    steps = jax.random.randint(keys[0], (), 0, example.row.size)
    return jnp.roll(example.row, steps) + jax.random.normal(keys[1], example.row.shape) * 0.1


def perturb(key, epoch, ids, rows):
    of_epoch = partial(jax.random.fold_in, jax.random.fold_in(key, epoch))
    return jax.lax.map(change, Example(jax.vmap(of_epoch)(ids), rows), batch_size=CHUNK)
