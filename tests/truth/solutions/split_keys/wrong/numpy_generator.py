"""Seeds a NumPy generator with the key's data.

Class: numbers
Why: Each draw is `jax.random.bernoulli(flip_key)` or `jax.random.normal(noise_key, (D,), x.dtype)`.
"""

import jax
import jax.numpy as jnp
import numpy as np


def augment(key, x):
    next_key = jax.random.split(key, len(x) + 1)[0]
    rng = np.random.default_rng(np.asarray(jax.random.key_data(key)))
    flips = rng.random(len(x)) < 0.5
    noise = rng.standard_normal(x.shape).astype(x.dtype)
    return next_key, jnp.where(flips[:, None], x[:, ::-1], x) + 0.1 * jnp.asarray(noise)
