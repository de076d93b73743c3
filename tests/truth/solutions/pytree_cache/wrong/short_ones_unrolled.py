"""Scans only where it pays: up to four numbers are handled by a Python loop under jit.

Class: structure
Why: "It contains `scan`", and "has as many equations for 2 T numbers as for T": for T from 1 to 4 there is no scan, and the program for 4 numbers is longer than that for 2.
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
        return cls(*children, *aux)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    if xs.shape[0] > 4:
        return jax.lax.scan(step, init, xs)
    state, states = init, []
    for i in range(xs.shape[0]):
        state, _ = step(state, xs[i])
        states.append(state)
    return state, jnp.stack(states)
