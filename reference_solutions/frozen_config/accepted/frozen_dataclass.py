"""A frozen dataclass for what is static."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Program:
    stages: tuple
    stride: int

    def apply(self, x):
        for name in self.stages:
            match name:
                case "tanh":
                    x = jnp.tanh(x)
                case "relu":
                    x = jax.nn.relu(x)
                case "flip":
                    x = jnp.negative(x)
                case "shift":
                    x = x + 1.0
        return x[:: self.stride]


@functools.partial(jax.jit, static_argnums=0)
def run(program, signal, before, after):
    return program.apply(signal * before) * after


def respond(signal, config):
    names = tuple(name for name, times in config["stages"] for _ in range(times))
    gains = config["gains"]
    return run(Program(names, config["stride"]), signal, gains["in"], gains["out"])
