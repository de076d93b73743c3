"""Hands the values of the dicts over as lists, in the order in which each dict was filled.

Class: key
Why: where grads was filled in another order than params (bias first), the kernel's velocity gets the bias's gradient: wrong numbers and shapes.
"""
from functools import partial

import jax


@partial(jax.jit, donate_argnums=(0, 1))
def advance(params, velocity, grads, rate):
    velocity = [0.9 * v + g for v, g in zip(velocity, grads)]
    params = [p - rate * v for p, v in zip(params, velocity)]
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    new, speeds = advance(
        list(params.values()), list(velocity.values()), list(grads.values()), rate
    )
    return dict(zip(params, new)), dict(zip(velocity, speeds))
