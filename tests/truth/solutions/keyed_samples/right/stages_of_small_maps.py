"""Many small maps, stage by stage: keys, their halves, shifts, noise; take_along_axis rolls all rows at once."""
from functools import partial

import jax
import jax.numpy as jnp
from jax import random, vmap


def keys_for(key, epoch, ids):
    fold = vmap(random.fold_in, in_axes=(None, 0))
    own = fold(random.fold_in(key, epoch), ids)
    pairs = vmap(random.split)(own)  # Key[B 2]
    return pairs[:, 0], pairs[:, 1]


def perturb(key, epoch, ids, rows):
    if ids.shape != rows.shape[:1]:
        raise ValueError("an id for each row, please")
    width = rows.shape[1]
    shift_keys, noise_keys = keys_for(key, epoch, ids)
    draw_shift = partial(random.randint, shape=(), minval=0, maxval=width)
    draw_noise = partial(random.normal, shape=(width,), dtype=rows.dtype)
    shifts, noise = vmap(draw_shift)(shift_keys), vmap(draw_noise)(noise_keys)
    places = jnp.mod(jnp.arange(width) - shifts[:, None], width)
    return jnp.take_along_axis(rows, places, axis=1) + 0.1 * noise
