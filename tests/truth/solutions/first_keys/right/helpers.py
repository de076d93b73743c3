"""A function for each draw."""

import jax


def noisy(key, x):
    return x + jax.random.normal(key, x.shape)


def coins(key, n):
    return jax.random.bernoulli(key, shape=(n,))


def sample(key, x):
    first, second, third = jax.random.split(key, 3)
    return first, noisy(second, x), coins(third, x.shape[0])
