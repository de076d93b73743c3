"""Nested closures with type hints; a row is written twice in a row, and a window of it is the rolled one."""

from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
from jax import Array, lax, random


def make_changer(run: Array) -> Callable[[Array, Array], Array]:
    def change(n: Array, row: Array) -> Array:
        (size,) = row.shape
        shift_key, noise_key = random.split(random.fold_in(run, n))
        start = size - random.randint(shift_key, (), 0, size)
        rolled = lax.dynamic_slice_in_dim(jnp.tile(row, 2), start, size)
        return rolled + 0.1 * random.normal(noise_key, (size,))

    return change


def perturb(key: Array, epoch: Array, ids: Array, rows: Array) -> Array:
    changer = make_changer(random.fold_in(key, epoch))
    return partial(jax.vmap(changer), ids)(rows)
