"""Registers a frozen dataclass from outside by the names of its data and meta fields."""

import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class ConfigBox:
    vec: jax.Array
    scale: int

    def step(self, state, x):
        state = (self.vec + state + jnp.ones(self.scale)) * x
        return state, state


jax.tree_util.register_dataclass(ConfigBox, data_fields=["vec"], meta_fields=["scale"])


@jax.jit
def run_scan(box, init, xs):
    return jax.lax.scan(box.step, init, xs)
