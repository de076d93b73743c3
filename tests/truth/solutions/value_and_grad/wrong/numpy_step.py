"""Takes the step in NumPy.

Class: host
Why: No NumPy.
"""

import jax
import jax.numpy as jnp
import numpy as np


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    return value, jnp.asarray(np.asarray(params) - rate * np.asarray(grad))
