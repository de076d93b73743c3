"""Picks the three keys by an itemgetter, and draws by two partials which are bound to a shape."""

import functools
import operator
from collections.abc import Callable

import jax
import jax.numpy as jnp

in_order = operator.itemgetter(0, 1, 2)


def draws_of_shape(shape: tuple[int, ...]) -> tuple[Callable, Callable]:
    noise = functools.partial(jax.random.normal, shape=shape, dtype=jnp.float32)
    coins = functools.partial(jax.random.bernoulli, p=0.5, shape=shape)
    return noise, coins


def sample(key: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    for_caller, for_noise, for_coins = in_order(jax.random.split(key, (3,)))
    noise, coins = draws_of_shape(jnp.shape(x))
    return for_caller, operator.add(x, noise(for_noise)), coins(for_coins)
