"""NumPy computes, and the jitted function copies.
Class: decoy
Why: "nothing is computed in NumPy".
"""

import functools

import jax
import numpy as np

HOST = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0), "flip": lambda x: -x, "shift": lambda x: x + 1}


@functools.partial(jax.jit, static_argnums=1)
def copy(x, key):
    return x + 0


def respond(signal, config):
    gains, stages = config["gains"], tuple(map(tuple, config["stages"]))
    x = np.float32(gains["in"]) * np.asarray(signal)
    for name, times in stages:
        for _ in range(times):
            x = HOST[name](x)
    x = (np.float32(gains["out"]) * x[:: config["stride"]]).astype(np.float32)
    return copy(x, (stages, config["stride"]))
