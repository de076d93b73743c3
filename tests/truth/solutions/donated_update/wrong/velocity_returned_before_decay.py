"""Returns the velocity without the new gradient.
Class: state
Why: "velocity = 0.9 * velocity + grads"
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def momentum_step(params, velocity, grads, rate):
    new = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, new)
    return params, jax.tree.map(lambda v: 0.9 * v, velocity)
