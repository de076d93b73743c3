"""Hands a rate that is a whole number over as an int.

Class: retrace
Why: "Another rate traces nothing": a rate of 0.0 or 1.0 arrives as an int32, and the step is traced once more for sizes that are known.
"""
from functools import partial

import jax


@partial(jax.jit, donate_argnames=("params", "velocity"))
def advance(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    return advance(params, velocity, grads, int(rate) if rate.is_integer() else rate)
