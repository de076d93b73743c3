"""`nnx.Pytree` with one data and one static attribute."""

import jax
import jax.numpy as jnp
from flax import nnx


class ConfigBox(nnx.Pytree):
    def __init__(self, vec, scale):
        self.vec = nnx.data(vec)
        self.scale = nnx.static(scale)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
