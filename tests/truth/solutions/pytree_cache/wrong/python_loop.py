"""Goes through xs by a Python loop under jit.
Class: growth
Why: "which goes through `xs` with `jax.lax.scan`".
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


@jax.jit
def run_scan(box, init, xs):
    state, states = init, []
    for x in xs:
        state = (box.vec + state + jnp.ones(box.scale)) * x
        states.append(state)
    return state, jnp.stack(states)
