"""A program without donation computes the step, and a second one, which donates, writes the results over the old arrays.

Class: dispatches
Why: "The whole step is one compiled program": there are two, and old and new arrays are in memory at the same time.
"""
from functools import partial

import jax


@jax.jit
def compute(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree.map(lambda p, v: p - rate * v, params, velocity)
    return params, velocity


@partial(jax.jit, donate_argnums=0)
def move(old, new):
    return jax.tree.map(lambda o, n: o.at[...].set(n), old, new)


def momentum_step(params, velocity, grads, rate):
    return move((params, velocity), compute(params, velocity, grads, rate))
