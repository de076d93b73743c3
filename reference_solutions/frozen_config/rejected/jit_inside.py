import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


def respond(signal, config):
    @jax.jit
    def run(signal, gains):
        x = gains["in"] * signal
        for name, times in config["stages"]:
            for _ in range(times):
                x = FUNCTIONS[name](x)
        return gains["out"] * x[:: config["stride"]]

    return run(signal, config["gains"])
