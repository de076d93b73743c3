"""The key's data is taken out and used as a key of the old kind; only what is returned is wrapped again. The numbers are right.
Breaks: "Keys of the old kind (`jax.random.PRNGKey`) and copies by `jax.random.clone` are refused."
Class: key
"""

import jax


def sample(key, x):
    bare = jax.random.split(jax.random.key_data(key), 3)
    noisy = x + jax.random.normal(bare[1], x.shape)
    coins = jax.random.bernoulli(bare[2], shape=x.shape)
    return jax.random.wrap_key_data(bare[0]), noisy, coins
