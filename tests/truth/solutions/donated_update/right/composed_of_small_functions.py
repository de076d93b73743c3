"""Composes two small functions, one for velocities and one for parameters."""

import functools

import jax
from jax.tree_util import tree_map


def decay_and_add(velocity, grads, *, beta=0.9):
    return tree_map(lambda v, g: beta * v + g, velocity, grads)


def descend(params, velocity, rate):
    return tree_map(lambda p, v: p - rate * v, params, velocity)


def donating(*names):
    return functools.partial(jax.jit, donate_argnames=names)


@donating("params", "velocity")
def momentum_step(params, velocity, grads, rate):
    velocity = decay_and_add(velocity, grads)
    return descend(params, velocity, rate), velocity
