"""A scan whose carry is the epoch's key, which no step uses up."""

import jax.numpy as jnp
from jax import lax, random


def step(epoch_key, example):
    keys = random.split(random.fold_in(epoch_key, example["id"]))
    row = example["row"]
    moved = jnp.roll(row, random.randint(keys[0], (), 0, row.size))
    return epoch_key, moved + 0.1 * random.normal(keys[1], row.shape)


def perturb(key, epoch, ids, rows):
    _, changed = lax.scan(step, random.fold_in(key, epoch), {"id": ids, "row": rows})
    return changed
