import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


def respond(signal, config):
    x = config["gains"]["in"] * signal
    for name, times in config["stages"]:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return config["gains"]["out"] * x[:: config["stride"]]
