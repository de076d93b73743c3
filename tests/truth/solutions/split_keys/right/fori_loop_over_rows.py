"""Updates the rows in a `fori_loop`."""

import jax
import jax.numpy as jnp


def augment(key, x):
    n, d = x.shape
    keys = jax.random.split(key, n + 1)

    def body(i, rows):
        flip_key, noise_key = jax.random.split(keys[i + 1])
        row = jax.lax.cond(jax.random.bernoulli(flip_key), jnp.flip, lambda r: r, x[i])
        return rows.at[i].set(row + 0.1 * jax.random.normal(noise_key, (d,), x.dtype))

    return keys[0], jax.lax.fori_loop(0, n, body, jnp.zeros_like(x))
