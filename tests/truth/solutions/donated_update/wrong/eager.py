"""Computes the step eagerly and donates nothing.
Class: structure
Why: "compiled, so that the new parameters and velocities are written into the memory of the old ones".
"""

import jax


def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity
