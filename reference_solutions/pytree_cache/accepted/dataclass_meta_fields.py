"""`register_dataclass` called with the names of the data and the meta fields; the step is a function of its own."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class ConfigBox:
    vec: jax.Array
    scale: int


jax.tree_util.register_dataclass(ConfigBox, data_fields=["vec"], meta_fields=["scale"])


def step(box, state, x):
    state = (box.vec + state + jnp.ones(box.scale)) * x
    return state, state


def run_scan_eagerly(box, init, xs):
    return jax.lax.scan(functools.partial(step, box), init, xs)


run_scan = jax.jit(run_scan_eagerly)
