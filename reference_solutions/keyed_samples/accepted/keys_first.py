"""All keys first, then all draws, each by a `vmap` of its own; the roll is a gather."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    width = rows.shape[1]
    own = jax.vmap(jax.random.fold_in, in_axes=(None, 0))(jax.random.fold_in(key, epoch), ids)
    shift_keys, noise_keys = jax.vmap(jax.random.split, out_axes=1)(own)
    shifts = jax.vmap(lambda k: jax.random.randint(k, (), 0, width))(shift_keys)
    noise = jax.vmap(lambda k: jax.random.normal(k, (width,)))(noise_keys)
    columns = (jnp.arange(width) - shifts[:, None]) % width
    return jnp.take_along_axis(rows, columns, axis=1) + 0.1 * noise
