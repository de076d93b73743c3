import jax
import jax.numpy as jnp

settings = {}


@jax.jit
def scaled(x):
    return settings["scale"] * x / (1 + jnp.abs(x))


def squash(x, scale):
    settings["scale"] = scale
    return scaled(x)
