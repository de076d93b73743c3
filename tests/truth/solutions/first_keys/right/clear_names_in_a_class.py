"""A small generator that hands out keys."""

import jax


class Keys:
    def __init__(self, key, n):
        self.keys = list(jax.random.split(key, n))

    def take(self):
        return self.keys.pop(0)


def sample(key, x):
    keys = Keys(key, 3)
    next_key = keys.take()
    noisy = x + jax.random.normal(keys.take(), x.shape)
    return next_key, noisy, jax.random.bernoulli(keys.take(), shape=x.shape)
