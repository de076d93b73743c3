"""The jitted function takes the fields apart: the array is traced, the number is a static argument, by value."""

import functools
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class ConfigBox:
    vec: jax.Array
    scale: int = field(metadata={"static": True})


@functools.partial(jax.jit, static_argnames="scale")
def scan_fields(vec, init, xs, *, scale):
    def step(state, x):
        state = (vec + state + jnp.ones(scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box: ConfigBox, init: jax.Array, xs: jax.Array) -> tuple[jax.Array, jax.Array]:
    return scan_fields(box.vec, init, xs, scale=box.scale)
