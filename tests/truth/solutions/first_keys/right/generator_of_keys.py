"""A generator hands the keys out one after the other, so that none can be used twice; draws are partial functions of a key."""

import functools

import jax


def hand_out(key, number):
    yield from jax.random.split(key, number)


def sample(key, x):
    fresh = hand_out(key, 3)
    draw_noise = functools.partial(jax.random.normal, shape=x.shape, dtype=x.dtype)
    draw_coins = functools.partial(jax.random.bernoulli, shape=x.shape)
    return next(fresh), x + draw_noise(next(fresh)), draw_coins(next(fresh))
