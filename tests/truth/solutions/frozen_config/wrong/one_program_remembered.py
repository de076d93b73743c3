"""The first config's program is kept.
Class: memory
Why: "Compile only where the config asks for another program".
"""

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}

programs = []


def respond(signal, config):
    def run(signal, gains):
        x = gains["in"] * signal
        for name, times in config["stages"]:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return gains["out"] * x[:: config["stride"]]

    programs.append(jax.jit(run))
    return programs[0](signal, config["gains"])
