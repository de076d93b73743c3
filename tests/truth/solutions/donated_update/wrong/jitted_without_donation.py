"""Compiles the step and forgets to donate.
Class: structure
Why: "`params` and `velocity` are donated: after the call the arrays that were given are deleted".
"""

import jax


@jax.jit
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity
