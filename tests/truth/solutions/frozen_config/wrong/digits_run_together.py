"""Wrong: programs are kept by a text without separators, so that shift 2 times with stride 12 and shift 21 times with stride 2 share one.
Breaks: the definition of `result`, and in the table "another stride | 1" and "other stages ... | 1".
Class: numbers
"""

import jax
import jax.numpy as jnp


FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}

PROGRAMS = {}


def build(stages, stride):
    @jax.jit
    def run(signal, before, after):
        x = before * signal
        for name, times in stages:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return after * x[::stride]

    return run


def respond(signal, config):
    stages = [tuple(stage) for stage in config["stages"]]
    key = "".join(f"{name}{times}" for name, times in stages) + str(config["stride"])
    if key not in PROGRAMS:
        PROGRAMS[key] = build(stages, config["stride"])
    return PROGRAMS[key](signal, config["gains"]["in"], config["gains"]["out"])
