"""Maps each stage by itself: keys, shifts, noise, and a gather for the roll."""

import functools

import jax
import jax.numpy as jnp


@jax.jit
def perturb(key, epoch, ids, rows):
    width = rows.shape[1]
    fold_all = jax.vmap(jax.random.fold_in, in_axes=(None, 0))
    pairs = jax.vmap(jax.random.split)(fold_all(jax.random.fold_in(key, epoch), ids))
    draw_shift = functools.partial(jax.random.randint, shape=(), minval=0, maxval=width)
    draw_noise = functools.partial(jax.random.normal, shape=(width,))
    shifts = jax.vmap(draw_shift)(pairs[:, 0])
    places = (jnp.arange(width)[None, :] - shifts[:, None]) % width
    return jnp.take_along_axis(rows, places, axis=1) + 0.1 * jax.vmap(draw_noise)(pairs[:, 1])
