"""`register_pytree_with_keys_class`: paths in error messages and `tree_map_with_path` name the field."""

import jax
import jax.numpy as jnp
from jax.tree_util import GetAttrKey


@jax.tree_util.register_pytree_with_keys_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten_with_keys(self):
        return ((GetAttrKey("vec"), self.vec),), (self.scale,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *aux)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
