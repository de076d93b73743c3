"""The rest in a list."""

import jax


def sample(key, x):
    next_key, *rest = jax.random.split(key, 3)
    return (next_key, x + jax.random.normal(rest[0], x.shape), jax.random.bernoulli(rest[1], shape=x.shape))
