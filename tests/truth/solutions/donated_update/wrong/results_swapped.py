"""Returns the velocity first.
Class: structure
Why: "Return the tuple `(params, velocity)` of the new dicts".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def momentum_step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return velocity, jax.tree.map(lambda p, v: p - rate * v, params, velocity)
