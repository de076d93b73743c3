"""Draws first, then adds."""

import jax
import jax.numpy as jnp


def sample(key, x):
    new, a, b = jax.random.split(key, 3)
    tosses = jax.random.bernoulli(b, shape=jnp.shape(x))
    noise = jax.random.normal(a, jnp.shape(x))
    return new, jnp.add(x, noise), tosses
