"""A pytree whose gains are leaves, and whose other fields are static."""

import dataclasses
import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": jax.nn.relu, "flip": jnp.negative, "shift": lambda x: x + 1}


@functools.partial(jax.tree_util.register_dataclass, data_fields=["before", "after"], meta_fields=["stages", "stride"])
@dataclasses.dataclass(frozen=True)
class Config:
    before: float
    after: float
    stages: tuple
    stride: int


@jax.jit
def run(config, signal):
    x = config.before * signal
    for name, times in config.stages:
        x = functools.reduce(lambda y, _: FUNCTIONS[name](y), range(times), x)
    return config.after * x[:: config.stride]


def respond(signal, config):
    gains, stages = config["gains"], tuple(map(tuple, config["stages"]))
    return run(Config(gains["in"], gains["out"], stages, config["stride"]), signal)
