"""Has a scan that computes something else, and takes the states from a T by T matrix of products of `xs`.

Class: decoy
Why: "which goes through `xs` with `jax.lax.scan`. Each step computes ...": the scan's states count only where they are NaN; and for T > 2 d the matrix has more than 2 T d elements.
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
    _, shown = jax.lax.scan(lambda state, x: (state, state * x), init, xs)
    number = jnp.arange(xs.shape[0])
    begun = number[None, :] >= number[:, None]
    # products[s, t] = xs[s] * ... * xs[t]
    products = jnp.cumprod(jnp.where(begun, xs[None, :], 1.0), axis=1)
    weight = jnp.where(begun, products, 0.0).sum(axis=0)
    added = box.vec + jnp.ones(box.scale)
    states = weight[:, None] * added + products[0][:, None] * init
    states = jnp.where(jnp.isnan(shown), shown, states)
    return states[-1], states
