"""Lets NumPy add in 64 bits, in a callback.

Class: host
Why: breaches "Host callbacks are not allowed": the sums are computed on the host (the numbers are right).
"""

import jax
import numpy as np


def _on_host(high, low, counts):
    total = (np.asarray(high).astype(np.uint64) << np.uint64(32)) | np.asarray(low).astype(np.uint64)
    total = total + np.asarray(counts).sum(axis=0, dtype=np.uint64)
    return (total >> np.uint64(32)).astype(np.uint32), total.astype(np.uint32)


def add_counts(high, low, counts):
    kind = jax.ShapeDtypeStruct(low.shape, low.dtype)
    return jax.pure_callback(_on_host, (kind, kind), high, low, counts)
