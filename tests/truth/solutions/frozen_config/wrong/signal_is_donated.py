"""Donates the signal to the program, to save memory.

Class: other
Why: breaches "`signal` is the same after the call as before": with stride 1 the result takes the signal's memory, and the signal is deleted.
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


@partial(jax.jit, static_argnames=("stages", "stride"), donate_argnums=0)
def run(signal, gain_in, gain_out, stages, stride):
    x = gain_in * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gain_out * x[::stride]


def respond(signal, config):
    stages = tuple(map(tuple, config["stages"]))
    gains = config["gains"]
    return run(signal, gains["in"], gains["out"], stages=stages, stride=config["stride"])
