"""The jitted function runs beside, and NumPy answers.
Class: decoy
Why: "nothing is computed in NumPy".
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@functools.partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, before, after, *, stages, stride):
    x = before * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[::stride]


def respond(signal, config):
    gains, stages = config["gains"], tuple(map(tuple, config["stages"]))
    run(signal, gains["in"], gains["out"], stages=stages, stride=config["stride"])
    host = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0), "flip": lambda x: -x, "shift": lambda x: x + 1}
    x = np.float32(gains["in"]) * np.asarray(signal)
    for name, times in stages:
        for _ in range(times):
            x = host[name](x)
    return jnp.asarray(np.float32(gains["out"]) * x[:: config["stride"]], jnp.float32)
