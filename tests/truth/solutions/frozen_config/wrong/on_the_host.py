"""The stages run in a callback.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import functools

import jax
import numpy as np

HOST = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0), "flip": lambda x: -x, "shift": lambda x: x + 1}


@functools.partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, gains, stages, stride):
    def compute(x):
        for name, times in stages:
            for _ in range(times):
                x = HOST[name](x)
        return np.asarray(x, np.float32)

    y = jax.pure_callback(compute, jax.ShapeDtypeStruct(signal.shape, signal.dtype), gains["in"] * signal)
    return gains["out"] * y[::stride]


def respond(signal, config):
    return run(signal, config["gains"], tuple(map(tuple, config["stages"])), config["stride"])
