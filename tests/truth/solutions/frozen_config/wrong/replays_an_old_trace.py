"""Runs its own Python code once for each program, keeps the jaxpr, and jits a replay of it in each call.

Class: retrace
Why: each call makes a new jitted function, which JAX traces and compiles anew even for an equal config; only the code of the stages doesn't run again, so that counting there sees nothing.
"""

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}
_programs = {}


def respond(signal, config):
    stages, stride = tuple(map(tuple, config["stages"])), config["stride"]
    gain_in, gain_out = config["gains"]["in"], config["gains"]["out"]

    def run(signal, gain_in, gain_out):
        x = gain_in * signal
        for name, times in stages:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return gain_out * x[::stride]

    key = stages, stride, signal.shape
    if key not in _programs:
        _programs[key] = jax.make_jaxpr(run)(signal, gain_in, gain_out)
    replay = jaxpr_as_fun(_programs[key])
    return jax.jit(lambda *args: replay(*args)[0])(signal, gain_in, gain_out)
