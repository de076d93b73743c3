import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}

programs = {}


def make(stages, stride):
    @jax.jit
    def run(signal, before, after):
        x = before * signal
        for name, times in stages:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return after * x[::stride]

    return run


def respond(signal, config):
    key = tuple(map(tuple, config["stages"])), config["stride"]
    if key not in programs:
        programs[key] = make(*key)
    return programs[key](signal, config["gains"]["in"], config["gains"]["out"])
