import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}


@functools.partial(jax.jit, static_argnums=(2, 3))
def run(signal, gains, names, stride):
    x = signal * gains[0]
    for name in names:
        x = FUNCTIONS[name](x)
    return jax.lax.slice(x, (0,), x.shape, (stride,)) * gains[1]


def respond(signal, config):
    names = tuple(name for name, times in config["stages"] for _ in range(times))
    gains = jnp.array([config["gains"]["in"], config["gains"]["out"]], jnp.float32)
    return run(signal, gains, names, config["stride"])
