"""Wrong: gains that are whole numbers are handed over as int, so that going from 2.0 to 0.5 traces anew for another dtype.
Breaks: "**other gains must not compile anything**".
Class: retrace
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
def run(signal, before, after, *, stages, stride):
    x = before * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[::stride]


def plain(number):
    return int(number) if number == int(number) else number


def respond(signal, config):
    gains = config["gains"]
    stages = tuple(map(tuple, config["stages"]))
    return run(signal, plain(gains["in"]), plain(gains["out"]), stages=stages, stride=config["stride"])
