"""Compiles without donation and deletes the old arrays afterwards.
Class: structure
Why: "the results lie in their memory".
"""

import jax


@jax.jit
def step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


def momentum_step(params, velocity, grads, rate):
    new = jax.block_until_ready(step(params, velocity, grads, rate))
    for old in jax.tree.leaves((params, velocity)):
        old.delete()
    return new
