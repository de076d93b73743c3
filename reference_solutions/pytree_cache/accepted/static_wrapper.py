"""The static number is a pytree of its own, with no leaves: `register_static` on a frozen dataclass."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.tree_util.register_static
@dataclass(frozen=True)
class Static:
    value: int


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


jax.tree_util.register_pytree_node(
    ConfigBox,
    lambda box: ((box.vec, Static(box.scale)), None),
    lambda _, children: ConfigBox(children[0], children[1].value),
)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
