"""`rate` is static, so that each rate is traced.
Class: retrace
Why: "Another `rate`, or other numbers, trace nothing."
"""

import jax


def f(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


momentum_step = jax.jit(f, donate_argnames=("params", "velocity"), static_argnames="rate")
