"""A jitted closure for each rate.
Class: retrace
Why: "Another `rate`, or other numbers, trace nothing."
"""

import functools

import jax


@functools.cache
def make(rate):
    def f(params, velocity, grads):
        velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
        return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity

    return jax.jit(f, donate_argnums=(0, 1))


def momentum_step(params, velocity, grads, rate):
    return make(rate)(params, velocity, grads)
