"""The shift is drawn from the example's key, which is split as well.
Class: key
Why: "Each key is used at most once in a call: drawn from, or split".
"""

import jax
import jax.numpy as jnp


def perturb_one(own, row):
    shift = jax.random.randint(own, (), 0, row.size)
    _, noise_key = jax.random.split(own)
    return jnp.roll(row, shift) + 0.1 * jax.random.normal(noise_key, row.shape)


def perturb(key, epoch, ids, rows):
    fold_all = jax.vmap(jax.random.fold_in, in_axes=(None, 0))
    return jax.vmap(perturb_one)(fold_all(jax.random.fold_in(key, epoch), ids), rows)
