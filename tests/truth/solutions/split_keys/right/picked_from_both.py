from functools import partial

import jax
import jax.numpy as jnp


def augment(key, x):
    """Stack both orders of all rows and let each row's coin pick from its two."""
    count, length = x.shape
    if count < 1:
        raise ValueError("no rows")
    keys = jax.random.split(key, count + 1)
    children = jax.vmap(partial(jax.random.split, num=2), out_axes=1)(keys[1:])
    coins = jax.lax.map(jax.random.bernoulli, children[0])
    draw = partial(jax.random.normal, shape=(length,), dtype=x.dtype)
    noise = jax.lax.map(draw, children[1])
    both = jnp.stack([x, x[:, ::-1]])
    picked = both[coins.astype(int), jnp.arange(count)]
    return keys[0], picked + 0.1 * noise
