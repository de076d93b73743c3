"""Splits into an array of keys, and indexes it from the end and by a slice."""

import jax
import jax.numpy as jnp
def sample(key, x):
    keys = jax.random.split(key, (3,))
    drawing = keys[1:]

    def noisy():
        return jax.lax.add(jax.random.normal(drawing[0], x.shape), x)

    def coins():
        return jax.random.bernoulli(drawing[-1], shape=(x.size,))

    return keys[0], noisy(), coins()
