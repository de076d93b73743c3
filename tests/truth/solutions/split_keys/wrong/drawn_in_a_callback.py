"""Coins and noise are drawn on the host, by a callback that gets the data of the keys.
Class: other
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp


def augment(key, x):
    def on_the_host(data, x):
        keys = jax.random.wrap_key_data(jnp.asarray(data))
        rows = []
        for i in range(x.shape[0]):
            flip_key, noise_key = jax.random.split(keys[i])
            row = x[i][::-1] if jax.random.bernoulli(flip_key) else x[i]
            rows.append(row + 0.1 * jax.random.normal(noise_key, row.shape, row.dtype))
        return jnp.stack(rows)

    keys = jax.random.split(key, x.shape[0] + 1)
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return keys[0], jax.pure_callback(on_the_host, shape, jax.random.key_data(keys[1:]), x)
