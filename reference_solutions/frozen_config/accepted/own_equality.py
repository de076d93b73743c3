"""A class with `==` and a hash of its own, cut outside."""

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


class Stages:
    def __init__(self, stages, stride):
        self.key = tuple(map(tuple, stages)), stride

    def __eq__(self, other):
        return isinstance(other, Stages) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


def run(signal, gains, static):
    stages, stride = static.key
    before, after = gains
    x = signal[::stride] * before
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return x * after


run = jax.jit(run, static_argnames=["static"])


def respond(signal, config):
    gains = (config["gains"]["in"], config["gains"]["out"])
    return run(signal, gains, static=Stages(config["stages"], config["stride"]))
