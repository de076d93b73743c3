"""Adds the sum of the ones, which is 1 for scale 1, but d for scale d.
Breaks "Both give the same numbers, as ones of shape (1,) broadcast to (d,)" (the step adds `jnp.ones(box.scale)`).
Class: numbers
"""
import dataclasses
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.tree_util.register_dataclass, data_fields=["vec"], meta_fields=["scale"])
@dataclasses.dataclass
class ConfigBox:
    vec: jax.Array
    scale: int


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.sum(jnp.ones(box.scale))) * x
        return state, state

    return jax.lax.scan(step, init, xs)
