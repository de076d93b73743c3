"""Has the items of the config, but the gains, as a static tuple in their own order.

Class: retrace
Why: An equal config with 'stride' before 'stages' is another tuple and is traced again.
"""

import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}



def freeze(thing):
    if isinstance(thing, dict):
        return tuple((key, freeze(value)) for key, value in thing.items())
    if isinstance(thing, list):
        return tuple(map(freeze, thing))
    return thing


@functools.partial(jax.jit, static_argnums=1)
def run(signal, shape, before, after):
    config = dict(shape)
    x = before * signal
    for name, times in config["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[:: config["stride"]]


def respond(signal, config):
    shape = {key: value for key, value in config.items() if key != "gains"}
    return run(signal, freeze(shape), config["gains"]["in"], config["gains"]["out"])
