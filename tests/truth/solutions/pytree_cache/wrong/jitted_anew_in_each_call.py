"""Makes a new jitted function in each call.
Class: retrace
Why: "other values: 0 traces".
"""

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


def run_scan(box, init, xs):
    def run(box, init, xs):
        def step(state, x):
            state = (box.vec + state + jnp.ones(box.scale)) * x
            return state, state

        return jax.lax.scan(step, init, xs)

    return jax.jit(run)(box, init, xs)
