"""One compiled function returns the last state and another one all states.
Class: retrace
Why: "Exactly the counts in the table".
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


def follow(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


@jax.jit
def last_state(box, init, xs):
    return follow(box, init, xs)[0]


@jax.jit
def all_states(box, init, xs):
    return follow(box, init, xs)[1]


def run_scan(box, init, xs):
    return last_state(box, init, xs), all_states(box, init, xs)
