"""Shift and noise are drawn from the same key, without a split.
Class: key
Why: "Each key is used at most once in a call: drawn from, or split".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax import random


@partial(jax.vmap, in_axes=(None, 0, 0))
def change(key, n, row):
    own = random.fold_in(key, n)
    return jnp.roll(row, random.randint(own, (), 0, row.size)) + 0.1 * random.normal(own, row.shape)


def perturb(key, epoch, ids, rows):
    return change(random.fold_in(key, epoch), ids, rows)
