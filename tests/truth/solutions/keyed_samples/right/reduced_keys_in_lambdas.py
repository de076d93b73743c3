"""`functools.reduce` folds the numbers in, and the rest is lambdas."""

from functools import reduce

import jax
import jax.numpy as jnp
from jax import random


own = lambda key, *numbers: reduce(random.fold_in, numbers, key)
moved = lambda key, row: jnp.roll(row, random.randint(key, (), 0, len(row)))
noisy = lambda key, row: row + 0.1 * random.normal(key, row.shape)
change = lambda keys, row: noisy(keys[1], moved(keys[0], row))
perturb = lambda key, epoch, ids, rows: jax.vmap(lambda n, row: change(random.split(own(key, epoch, n)), row))(
    ids, rows
)
