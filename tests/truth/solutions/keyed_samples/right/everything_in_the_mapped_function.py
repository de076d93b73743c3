"""Key and epoch go into the mapped function, by a decorator."""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.vmap, in_axes=(None, None, 0, 0))
def perturb(key, epoch, ids, rows):
    own = jax.random.fold_in(jax.random.fold_in(key, epoch), ids)
    shift_key, noise_key = jax.random.split(own)
    shift = jax.random.randint(shift_key, (), 0, rows.size)
    return jnp.roll(rows, shift) + 0.1 * jax.random.normal(noise_key, rows.shape)
