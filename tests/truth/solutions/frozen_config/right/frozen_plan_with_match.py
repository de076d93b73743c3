"""A frozen dataclass with slots holds what is static, and a match statement knows the functions."""

import dataclasses
from functools import partial, reduce

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    stages: tuple[tuple[str, int], ...]
    stride: int

    @classmethod
    def read(cls, config):
        return cls(tuple((str(name), int(times)) for name, times in config["stages"]), int(config["stride"]))

    def steps(self):
        for name, times in self.stages:
            yield from [name] * times


def _apply(x, name):
    match name:
        case "tanh":
            return jnp.tanh(x)
        case "relu":
            return jnp.maximum(x, 0)
        case "flip":
            return jnp.negative(x)
        case "shift":
            return x + 1
    raise ValueError(f"no function of the name {name}")


@partial(jax.jit, static_argnums=0)
def _filter(plan, signal, entry, out):
    print("compiling", plan)
    return out * reduce(_apply, plan.steps(), entry * signal)[:: plan.stride]


def respond(signal, config):
    gains = config["gains"]
    return _filter(Plan.read(config), signal, gains["in"], gains["out"])
