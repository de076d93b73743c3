"""Marks the rate as static, so each rate is traced and compiled.
Class: retrace
Why: "Another `rate`, or other numbers, trace nothing".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1), static_argnames="rate")
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity
