"""All keys first, then shifts, noise and a gather for the whole batch."""

import jax
import jax.numpy as jnp


def perturb(key, epoch, ids, rows):
    count, width = rows.shape
    epoch_key = jax.random.fold_in(key, epoch)
    keys = jax.vmap(jax.random.fold_in, in_axes=(None, 0))(epoch_key, ids)
    pairs = jax.vmap(jax.random.split)(keys)
    shifts = jax.vmap(lambda k: jax.random.randint(k, (), 0, width))(pairs[:, 0])
    noise = jax.vmap(lambda k: jax.random.normal(k, (width,)))(pairs[:, 1])
    columns = (jnp.arange(width) - shifts[:, None]) % width
    return jnp.take_along_axis(rows, columns, axis=1) + 0.1 * noise
