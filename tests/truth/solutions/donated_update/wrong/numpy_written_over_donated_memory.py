"""Computes the step in NumPy, and lets a donating program write it over the old arrays.

Class: host
Why: 'Nothing is computed in NumPy': the arithmetic is NumPy's, and the jitted function only picks its results.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.jit, donate_argnums=0)
def write(old, new):
    return jax.tree.map(lambda o, n: jnp.where(n == n, n, o), old, new)


def momentum_step(params, velocity, grads, rate):
    speeds = {name: np.float32(0.9) * np.array(velocity[name]) + np.array(grads[name]) for name in velocity}
    places = {name: np.array(params[name]) - np.float32(rate) * speeds[name] for name in params}
    return write((params, velocity), (places, speeds))
