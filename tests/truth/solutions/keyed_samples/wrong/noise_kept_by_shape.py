"""Keeps what was drawn for a batch of this shape, and adds it to later ones.
Class: memory
Why: "own = jax.random.fold_in(jax.random.fold_in(key, epoch), n)".
"""

import jax
import jax.numpy as jnp


DRAWN = {}


def draw(key, width):
    shift_key, noise_key = jax.random.split(key)
    return jax.random.randint(shift_key, (), 0, width), jax.random.normal(noise_key, (width,))


def perturb(key, epoch, ids, rows):
    if rows.shape not in DRAWN:
        epoch_key = jax.random.fold_in(key, epoch)
        keys = jax.vmap(lambda n: jax.random.fold_in(epoch_key, n))(ids)
        DRAWN[rows.shape] = jax.vmap(lambda k: draw(k, rows.shape[1]))(keys)
    shifts, noise = DRAWN[rows.shape]
    return jax.vmap(jnp.roll)(rows, shifts) + 0.1 * noise
