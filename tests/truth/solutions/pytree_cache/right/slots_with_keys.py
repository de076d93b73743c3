"""A class with slots that is registered with keys, makes its own step, and is rebuilt without calling __init__."""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_with_keys_class
class ConfigBox:
    __slots__ = ("vec", "scale")

    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale

    def tree_flatten_with_keys(self):
        return [(jax.tree_util.GetAttrKey("vec"), self.vec)], (self.scale,)

    def tree_flatten(self):
        return [self.vec], (self.scale,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        box = object.__new__(cls)
        (box.vec,), (box.scale,) = children, aux
        return box

    def step(self):
        def take(state, x):
            return ((self.vec + state + jnp.ones(self.scale, jnp.float32)) * x,) * 2

        return take


run_scan = jax.jit(lambda box, init, xs: jax.lax.scan(box.step(), init, xs))
