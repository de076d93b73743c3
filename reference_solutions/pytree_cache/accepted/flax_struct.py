"""`flax.struct.dataclass`: a frozen dataclass that is registered at once."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class ConfigBox:
    vec: jax.Array
    scale: int = flax.struct.field(pytree_node=False)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
