"""Calls the donating step from another jitted function, where donation is ignored.
Class: structure
Why: "`params` and `velocity` are donated: after the call the arrays that were given are deleted".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


@jax.jit
def momentum_step(params, velocity, grads, rate):
    return step(params, velocity, grads, rate)
