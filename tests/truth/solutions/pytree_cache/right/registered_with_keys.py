"""Registers with keys and makes new instances without the constructor."""

import jax
import jax.numpy as jnp
from jax.tree_util import GetAttrKey, register_pytree_with_keys_class


@register_pytree_with_keys_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten_with_keys(self):
        return ((GetAttrKey("vec"), self.vec),), {"scale": self.scale}.get("scale")

    @classmethod
    def tree_unflatten(cls, scale, children):
        box = object.__new__(cls)
        (box.vec,) = children
        box.scale = scale
        return box


def _run(box, init, xs):
    return jax.lax.scan(lambda state, x: ((box.vec + state + jnp.ones(box.scale)) * x,) * 2, init, xs)


run_scan = jax.jit(_run)
