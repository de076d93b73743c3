"""The first state is made a tuple and static, so other numbers are traced anew.
Class: retrace
Why: "A new instance with other *values* must reuse the compiled program".
"""

import functools

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec,), (self.scale,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], aux[0])


@functools.partial(jax.jit, static_argnames="init")
def compiled(box, init, xs):
    init = jnp.array(init, jnp.float32)

    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    return compiled(box, init=tuple(init.tolist()), xs=xs)
