"""NumPy computes the levels.
Class: host
Why: "JAX must be able to trace the function and its derivative".
"""

import jax.numpy as jnp
import numpy as np


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return jnp.asarray(np.asarray(scale) * np.round(np.clip(np.asarray(x) / np.asarray(scale), low, high)))
