"""If there are no numbers, the function returns early and hands the caller's own key back, without a split.
Breaks: "Split `key` **once** into three keys: `next_key`, [...]. Return the tuple" - also where "`N` may be 0"
Class: key
"""

import jax


def sample(key, x):
    if x.size == 0:
        return key, x, x > 0
    next_key, noise_key, coin_key = jax.random.split(key, 3)
    noisy = x + jax.random.normal(noise_key, x.shape)
    return next_key, noisy, jax.random.bernoulli(coin_key, shape=x.shape)
