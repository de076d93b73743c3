"""Has a frozen dataclass for the system, with a method as the body."""

import dataclasses
from collections.abc import Callable

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class System:
    step: Callable

    def advance(self, state, x):
        following = self.step(state, x)
        return following, following

    def simulate(self, start, inputs):
        _, states = jax.lax.scan(self.advance, start, inputs)
        return jnp.concatenate([start[jnp.newaxis], states], axis=0)


def trajectory(step, start, inputs):
    return System(step).simulate(start, inputs)
