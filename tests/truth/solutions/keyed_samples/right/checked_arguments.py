"""Checks kinds and shapes of all arguments, and of the result."""

import jax
import jax.numpy as jnp


def _change_example(key, row):
    """Return the row, changed by its own key."""
    shift_key, noise_key = jax.random.split(key, num=2)
    (width,) = row.shape
    shift = jax.random.randint(shift_key, shape=(), minval=0, maxval=width)
    noise = jax.random.normal(noise_key, shape=(width,), dtype=jnp.float32)
    return jnp.add(jnp.roll(row, shift, axis=0), 0.1 * noise)


def perturb(key, epoch, ids, rows):
    if not jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
        raise TypeError("use jax.random.key")
    assert key.shape == epoch.shape == ()
    assert rows.ndim == 2 and ids.shape == rows.shape[:1]
    assert jnp.issubdtype(ids.dtype, jnp.integer)
    epoch_key = jax.random.fold_in(key, epoch)
    own_keys = jax.vmap(lambda n: jax.random.fold_in(epoch_key, n))(ids)
    assert own_keys.shape == ids.shape
    changed = jax.vmap(_change_example)(own_keys, rows)
    assert changed.shape == rows.shape and changed.dtype == jnp.float32
    return changed
