"""Zero times the jitted result is added to an eager one.
Class: decoy
Why: "the result is what that returns".
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


@functools.partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, before, after, *, stages, stride):
    x = before * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[::stride]


def respond(signal, config):
    gains, stages = config["gains"], tuple(map(tuple, config["stages"]))
    x = gains["in"] * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return gains["out"] * x[:: config["stride"]] + 0 * run(
        signal, gains["in"], gains["out"], stages=stages, stride=config["stride"]
    )
