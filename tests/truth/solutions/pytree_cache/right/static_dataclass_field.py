"""A registered dataclass with a static field; the step is a method of it, and the scan is jitted by a decorator."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.tree_util.register_dataclass, data_fields=["vec"], meta_fields=["scale"])
@dataclasses.dataclass(eq=False)
class ConfigBox:
    vec: jax.Array
    scale: int

    def step(self, state, x):
        state = (self.vec + state + jnp.ones(self.scale)) * x
        return state, state


@jax.jit
def run_scan(box, init, xs):
    return jax.lax.scan(box.step, init, xs)
