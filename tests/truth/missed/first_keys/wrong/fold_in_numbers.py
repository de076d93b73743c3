"""Fold in numbers.

Class: other
Why: Breaks "Split `key` **once** into three keys": it never splits, but folds 0, 1 and 2 into the same key, by
jax.vmap. With the default threefry these are the keys of the split, so the numbers are right. Seen in the program at
any input.
"""

import jax
import jax.numpy as jnp


def sample(key, x):
    keys = jax.vmap(lambda i: jax.random.fold_in(key, i))(jnp.arange(3, dtype=jnp.uint32))
    noisy = x + jax.random.normal(keys[1], x.shape)
    coins = jax.random.bernoulli(keys[2], shape=x.shape)
    return keys[0], noisy, coins
