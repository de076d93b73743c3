import functools

import jax


def momentum_step(params, velocity, grads, rate):
    # This runs eagerly, and the old arrays stay where they are.
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity
