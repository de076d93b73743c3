"""NumPy sums in float64.
Class: host
Why: "JAX must be able to trace the function".
"""

import jax
import jax.numpy as jnp
import numpy as np


def leaky_sums(xs, decay):
    total, rows = np.zeros(xs.shape[1]), []
    for x in np.asarray(xs, np.float64):
        total = float(decay) * total + x
        rows.append(total)
    return jnp.asarray(total, jnp.float32), jnp.asarray(np.stack(rows), xs.dtype)
