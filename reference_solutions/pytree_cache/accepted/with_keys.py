"""`register_pytree_with_keys` called with functions, and the scan in a nested function."""

import jax
import jax.numpy as jnp


class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


jax.tree_util.register_pytree_with_keys(
    ConfigBox,
    flatten_with_keys=lambda box: (((jax.tree_util.GetAttrKey("vec"), box.vec),), (box.scale,)),
    unflatten_func=lambda aux, children: ConfigBox(*children, *aux),
)


def run_scan(box, init, xs):
    return compiled(box, init, xs)


@jax.jit
def compiled(box, init, xs):
    ones = jnp.ones(box.scale)

    def scan_from(state):
        def step(state, x):
            state = (box.vec + state + ones) * x
            return state, state

        return jax.lax.scan(step, state, xs)

    return scan_from(init)
