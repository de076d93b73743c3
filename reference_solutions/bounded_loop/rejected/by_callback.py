import jax
import numpy as np


def settle(step, weights, state, count, most):
    def run(weights, state, count):
        for _ in range(int(count)):
            state = step(weights, state)
        return np.asarray(state, np.float32)

    return jax.pure_callback(run, jax.ShapeDtypeStruct(state.shape, state.dtype), weights, state, count)
