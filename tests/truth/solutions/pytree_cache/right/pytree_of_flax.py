import jax
import jax.numpy as jnp
from flax import nnx


class ConfigBox(nnx.Pytree):
    """Arrays are data in a Pytree of NNX, and a Python int is static."""

    def __init__(self, vec, scale):
        self.vec = nnx.data(vec)
        self.scale = nnx.static(scale)


def run_scan(box, init, xs):
    last, states = compiled(box, init, xs)
    return last, states


@jax.jit
def compiled(box, init, xs):
    ones = jnp.ones(box.scale)

    def step(state, x):
        return ((result := (box.vec + state + ones) * x), result)

    return jax.lax.scan(step, init, xs)
