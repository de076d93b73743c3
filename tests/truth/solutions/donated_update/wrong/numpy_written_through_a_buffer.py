"""NumPy computes the step and a jitted function only copies it into the donated memory.
Class: host
Why: "nothing is computed in NumPy"
"""

import functools

import jax
import numpy as np


@functools.partial(jax.jit, donate_argnums=(0, 1))
def take(params, velocity, new_p, new_v):
    return jax.tree.map(lambda a, b: jax.lax.select(a == a, b, b), params, new_p), jax.tree.map(
        lambda a, b: jax.lax.select(a == a, b, b), velocity, new_v
    )


def momentum_step(params, velocity, grads, rate):
    v = {k: np.float32(0.9) * np.asarray(velocity[k]) + np.asarray(grads[k]) for k in velocity}
    p = {k: np.asarray(params[k]) - np.float32(rate) * v[k] for k in params}
    return take(params, velocity, p, v)
