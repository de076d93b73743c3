"""Checks the kind of the key and all shapes."""

import jax
import jax.numpy as jnp


def augment(key, x):
    assert jnp.issubdtype(key.dtype, jax.dtypes.prng_key), "use jax.random.key"
    assert key.shape == ()
    x = jnp.asarray(x)
    assert x.ndim == 2
    n, d = x.shape
    keys = jax.random.split(key, num=n + 1)
    assert keys.shape == (n + 1,)

    def one_row(row_key, row):
        assert row.shape == (d,)
        flip_key, noise_key = jax.random.split(row_key, num=2)
        flip = jax.random.bernoulli(flip_key, p=0.5, shape=())
        noise = jax.random.normal(noise_key, shape=(d,), dtype=x.dtype)
        return jnp.where(flip, row[::-1], row) + jnp.asarray(0.1, x.dtype) * noise

    rows = jax.vmap(one_row, in_axes=(0, 0), out_axes=0)(keys[1:], x)
    assert rows.dtype == x.dtype
    return (keys[0], rows)
