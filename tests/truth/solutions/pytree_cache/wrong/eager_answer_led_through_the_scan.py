"""An eager loop computes the states and hands them to the compiled scan, which returns them instead of its own.

Class: half_eager
Why: "all floating-point arithmetic runs in a function made by `jax.jit`", but the numbers returned come from an eager loop; only where JAX traces it does the scan answer.
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
def scan_with_start_values(box, init, xs, warm, table):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    _, states = jax.lax.scan(step, init, xs)
    states = jnp.where(warm, table, states)
    return states[-1], states


def run_scan(box, init, xs):
    if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves((box, init, xs))):
        table = jnp.zeros((xs.shape[0], init.shape[0]))
        return scan_with_start_values(box, init, xs, jnp.array(False), table)
    state, rows = init, []
    for x in xs:
        state = (box.vec + state + jnp.ones(box.scale)) * x
        rows.append(state)
    return scan_with_start_values(box, init, xs, jnp.array(True), jnp.stack(rows))
