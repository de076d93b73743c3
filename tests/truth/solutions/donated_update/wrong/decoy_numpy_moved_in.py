"""NumPy computes the step, and a donating function selects its numbers instead of the old ones.
Class: decoy
Why: "Compute one step of gradient descent with momentum, compiled".
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.jit, donate_argnums=0)
def select(old, new, use_new):
    return jax.tree.map(lambda o, n: jnp.where(use_new, n, o), old, new)


def momentum_step(params, velocity, grads, rate):
    new_params, new_velocity = {}, {}
    for key in params:
        new_velocity[key] = np.float32(0.9) * np.asarray(velocity[key]) + np.asarray(grads[key])
        new_params[key] = np.asarray(params[key]) - np.float32(rate) * new_velocity[key]
    return select((params, velocity), (new_params, new_velocity), True)
