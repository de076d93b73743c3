"""NumPy computes rate times velocity, the jitted function subtracts it.
Class: host
Why: "nothing is computed in NumPy"
"""

import functools

import jax
import numpy as np


@functools.partial(jax.jit, donate_argnums=(0, 1))
def apply(params, velocity, grads, move):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, m: p - m, params, move), velocity


def momentum_step(params, velocity, grads, rate):
    move = {k: np.float32(rate) * (np.float32(0.9) * np.asarray(velocity[k]) + np.asarray(grads[k])) for k in velocity}
    return apply(params, velocity, grads, move)
