"""Deletes the gradients after the step to save memory.
Class: state
Why: "`grads` is not [donated]. The caller may need it".
"""

import functools

import jax


@functools.partial(jax.jit, donate_argnums=(0, 1))
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    out = jax.block_until_ready(step(params, velocity, grads, rate))
    for g in grads.values():
        g.delete()
    return out
