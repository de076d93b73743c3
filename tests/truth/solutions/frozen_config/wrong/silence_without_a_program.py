"""Returns zeros at once where a gain makes everything 0.

Class: numbers
Why: for the gain out = 0.0 and a signal with inf (and no tanh) the result must hold NaN, as 0 * inf is; here it is 0, and is made outside of jax.jit with no trace.
"""

from functools import partial

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, gain_in, gain_out, stages, stride):
    x = gain_in * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gain_out * x[::stride]


def respond(signal, config):
    gains, stride = config["gains"], config["stride"]
    if gains["out"] == 0:
        return jnp.zeros(-(-signal.shape[0] // stride), jnp.float32)
    stages = tuple((name, times) for name, times in config["stages"])
    return run(signal, gains["in"], gains["out"], stages, stride)
