"""Draws by a list of partials, zipped with the keys after the first."""

import jax
import jax.numpy as jnp
import functools
import operator


@jax.jit
def sample(key, x):
    draws = (
        functools.partial(jax.random.normal, shape=x.shape, dtype=x.dtype),
        functools.partial(jax.random.bernoulli, shape=x.shape),
    )
    next_key, *drawing = jax.random.split(key, 3)
    noise, coins = (draw(one) for draw, one in zip(draws, drawing, strict=True))
    return next_key, operator.add(x, noise), coins
