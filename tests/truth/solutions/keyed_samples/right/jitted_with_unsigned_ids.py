"""Jitted, and ids are turned into unsigned numbers first."""

import jax
import jax.numpy as jnp


@jax.jit
def perturb(key, epoch, ids, rows):
    numbers = jax.lax.bitcast_convert_type(ids, jnp.uint32)
    width = rows.shape[-1]

    def one(number, row):
        own = jax.random.fold_in(jax.random.fold_in(key, epoch.astype(jnp.uint32)), number)
        shift_key, noise_key = jax.random.split(own)
        shift = jax.random.randint(shift_key, (), 0, width)
        twice = jnp.concatenate([row, row])
        moved = jax.lax.dynamic_slice(twice, (width - shift,), (width,))
        return moved + 0.1 * jax.random.normal(noise_key, (width,))

    return jax.vmap(one)(numbers, rows)
