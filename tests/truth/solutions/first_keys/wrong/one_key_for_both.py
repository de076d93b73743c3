"""One key for both draws.

Class: key
Why: Each key is used at most once.
"""

import jax


def sample(key, x):
    next_key, draw = jax.random.split(key)
    return next_key, x + jax.random.normal(draw, x.shape), jax.random.bernoulli(draw, shape=x.shape)
