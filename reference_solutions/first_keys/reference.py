"""The plain truth of `first_keys`."""

import jax


def sample(key, x):
    """Return the key to go on with, the noisy numbers and the coins."""
    keys = jax.random.split(key, 3)
    return keys[0], x + jax.random.normal(keys[1], x.shape), jax.random.bernoulli(keys[2], 0.5, x.shape)
