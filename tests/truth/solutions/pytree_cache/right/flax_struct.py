"""Uses flax.struct's dataclass with a field that is no pytree node."""

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class ConfigBox:
    vec: jax.Array
    scale: int = struct.field(pytree_node=False)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
