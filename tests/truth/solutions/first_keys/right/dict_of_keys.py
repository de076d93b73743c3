"""Keys by name."""

import jax


def sample(key, x):
    names = ("next", "noise", "coin")
    keys = dict(zip(names, jax.random.split(key, len(names))))
    noisy = x + jax.random.normal(keys["noise"], x.shape)
    return keys["next"], noisy, jax.random.bernoulli(keys["coin"], shape=x.shape)
