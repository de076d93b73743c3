"""Computes eagerly, and has a donating program that only moves the results into the old memory.

Class: decoy
Why: the arithmetic runs outside of jax.jit, array by array, into new memory; the compiled program with the donation computes nothing ("The whole step is one compiled program").
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def _step(old, new):
    return jax.tree.map(lambda a, b: jnp.where(a != a, b, b), old, new)


def momentum_step(params, velocity, grads, rate):
    speeds = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    moved = jax.tree.map(lambda p, v: p - rate * v, params, speeds)
    return _step((params, velocity), (moved, speeds))
