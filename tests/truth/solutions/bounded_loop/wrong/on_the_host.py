"""The loop runs on the host.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import numpy as np


def settle(step, weights, state, count, most):
    def run(w, s, n):
        for _ in range(n):
            s = np.asarray(step(w, s))
        return s

    return jax.pure_callback(run, jax.ShapeDtypeStruct(state.shape, state.dtype), weights, state, count)
