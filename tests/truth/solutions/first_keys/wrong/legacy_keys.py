"""Goes on with keys of the old kind.

Class: key
Why: Keys of the old kind are refused.
"""

import jax


def sample(key, x):
    raw = jax.random.split(jax.random.key_data(key), 3)
    noisy = x + jax.random.normal(raw[1], x.shape)
    return jax.random.wrap_key_data(raw[0]), noisy, jax.random.bernoulli(raw[2], shape=x.shape)
