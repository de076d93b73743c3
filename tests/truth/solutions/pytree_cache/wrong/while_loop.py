"""Goes through xs by a while_loop and a buffer.
Class: structure
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
    def body(carry):
        t, state, states = carry
        state = (box.vec + state + jnp.ones(box.scale)) * xs[t]
        return t + 1, state, states.at[t].set(state)

    buffer = jnp.zeros((xs.shape[0], init.shape[0]))
    _, last, states = jax.lax.while_loop(lambda carry: carry[0] < xs.shape[0], body, (0, init, buffer))
    return last, states
