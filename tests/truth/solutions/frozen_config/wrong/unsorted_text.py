"""A text of the static part whose keys aren't sorted.
Class: retrace
Why: an equal config compiles nothing, "whatever the order of its keys".
"""

import json
import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@functools.partial(jax.jit, static_argnums=2)
def run(signal, gains, text):
    static = json.loads(text)
    x = gains["in"] * signal
    for name, times in static["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: static["stride"]]


def respond(signal, config):
    static = {key: value for key, value in config.items() if key != "gains"}
    return run(signal, config["gains"], json.dumps(static))
