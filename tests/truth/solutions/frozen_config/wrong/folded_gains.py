"""Multiplies the two gains with each other first where all stages are flips.

Class: numbers
Why: "multiplied by the gain `in`, goes through all stages": with no stages, gains of 1e20 and a signal of 1e-25, the
product of the gains is infinite in float32, and 1e15 is expected.
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
def run(signal, gain_in, gain_out, stages, stride):
    x = signal[::stride]  # all stages work number by number, so cut first
    linear = all(name == "flip" for name, _ in stages)
    x = (gain_in * gain_out if linear else gain_in) * x
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return x if linear else gain_out * x


def respond(signal, config):
    stages = tuple(tuple(stage) for stage in config["stages"])
    gains = config["gains"]
    return run(signal, gains["in"], gains["out"], stages, config["stride"])
