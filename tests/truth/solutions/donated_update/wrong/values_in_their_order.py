"""Hands the arrays over as lists, in the order in which each dict has them.

Class: layout
Why: with params as kernel, bias and grads as bias, kernel, the bias' gradient is added to the kernel's velocity and the other way round, so that numbers and shapes are wrong.
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def _advance(params, velocity, grads, rate):
    velocity = [0.9 * v + g for v, g in zip(velocity, grads)]
    params = [p - rate * v for p, v in zip(params, velocity)]
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    names = list(params)
    arrays = (list(tree.values()) for tree in (params, velocity, grads))
    new_params, new_velocity = _advance(*arrays, rate)
    return dict(zip(names, new_params)), dict(zip(names, new_velocity))
