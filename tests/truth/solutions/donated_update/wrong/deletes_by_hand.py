"""Computes into new memory, and deletes the old arrays afterwards.

Class: memory
Why: nothing is donated: the old arrays are deleted, but the results don't lie in their memory, so the step holds both.
"""

import jax


@jax.jit
def _advance(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


def momentum_step(params, velocity, grads, rate):
    donated = jax.tree.leaves((params, velocity))
    results = jax.block_until_ready(_advance(params, velocity, grads, rate))
    for array in donated:
        array.delete()
    return results
