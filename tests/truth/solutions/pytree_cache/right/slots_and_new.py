import functools

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    __slots__ = ("vec", "scale")

    def __init__(self, vec: jax.Array, scale: int) -> None:
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return [self.vec], self.scale

    @classmethod
    def tree_unflatten(cls, scale, children):
        box = object.__new__(cls)  # no check of __init__ sees a tracer
        [box.vec] = children
        box.scale = scale
        return box

    def after(self, state, x):
        state = (self.vec + state + jnp.ones(self.scale)) * x
        return state, state


@functools.partial(jax.jit, static_argnames=("length",))
def _run(box, init, xs, length):
    return jax.lax.scan(box.after, init, xs, length=length)


def run_scan(box, init, xs):
    return _run(box, init, xs, length=len(xs))
