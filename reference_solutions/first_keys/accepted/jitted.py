"""Compiled, with a helper for each draw."""

import jax


def add_noise(key, x):
    return x + jax.random.normal(key, x.shape, x.dtype)


def toss(key, count):
    return jax.random.bernoulli(key, p=0.5, shape=(count,))


@jax.jit
def sample(key, x):
    k = jax.random.split(key, num=3)
    return k[0], add_noise(k[1], x), toss(k[2], x.size)
