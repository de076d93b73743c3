"""Binds the rate."""

from functools import partial

import jax


def move(rate, p, g):
    return p - rate * g


def step(params, grads, rate):
    return jax.tree.map(partial(move, rate), params, grads)
