"""Zips the keys with the functions that draw, in a jitted function that returns a named tuple, and hands on a plain one."""

from typing import NamedTuple

import jax


class Drawn(NamedTuple):
    key: jax.Array
    noisy: jax.Array
    coins: jax.Array


@jax.jit
def draw(key, x):
    next_key, *keys = jax.random.split(key, num=3)
    makers = (
        lambda k: jax.lax.add(jax.random.normal(k, x.shape, x.dtype), x),
        lambda k: jax.random.bernoulli(k, shape=x.shape),
    )
    return Drawn(next_key, *(make(k) for make, k in zip(makers, keys, strict=True)))


def sample(key, x):
    return tuple(draw(key, x))
