import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


class Static:
    """Compares and hashes by a text of what it holds."""

    def __init__(self, config):
        self.stages, self.stride = config["stages"], config["stride"]
        self.text = f"{self.stages}/{self.stride}"

    def __eq__(self, other):
        return type(other) is Static and self.text == other.text

    def __hash__(self):
        return hash(self.text)


@functools.partial(jax.jit, static_argnums=0)
def run(static, signal, gains):
    x = gains["in"] * signal
    for name, times in static.stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: static.stride]


def respond(signal, config):
    return run(Static(config), signal, config["gains"])
