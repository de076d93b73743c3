"""Split four.

Class: numbers
Why: Breaks "Split `key` **once** into three keys": it makes four and keeps one in reserve. With JAX's default
threefry the first three are the same as those of a split into three, so all numbers are right. Seen in the program at
any input (shape (4,)).
"""

import jax


def sample(key, x):
    next_key, noise_key, coin_key, _spare = jax.random.split(key, 4)
    noisy = x + jax.random.normal(noise_key, x.shape, x.dtype)
    coins = jax.random.bernoulli(coin_key, 0.5, x.shape)
    return next_key, noisy, coins
