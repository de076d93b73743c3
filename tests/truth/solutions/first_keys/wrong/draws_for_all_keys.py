"""Maps both draws over all three keys, and picks the rows that it needs.

Class: key
Why: numbers are drawn from next_key ("nothing may be drawn from it"), and each key is drawn from twice, although the values that are returned are the right ones.
"""

import jax


def sample(key, x):
    keys = jax.random.split(key, 3)

    def draw(key):
        return jax.random.normal(key, x.shape), jax.random.bernoulli(key, shape=x.shape)

    noise, coins = jax.vmap(draw)(keys)
    return keys[0], x + noise[1], coins[2]
