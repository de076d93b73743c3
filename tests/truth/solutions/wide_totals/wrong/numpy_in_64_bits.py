"""NumPy adds in 64 bits, which a tracer can't be handed to.

Class: other
Why: "JAX must be able to trace the function"
"""

import jax.numpy as jnp
import numpy as np


def add_counts(high, low, counts):
    total = np.asarray(high).astype(np.uint64) * 2**32 + np.asarray(low)
    total = total + np.asarray(counts).sum(axis=0, dtype=np.uint64)
    return jnp.asarray((total >> 32).astype(np.uint32)), jnp.asarray(total.astype(np.uint32))
