"""A scan goes through xs, but only copies them; the states come from a closed form with masked products.
Breaks "goes through `xs` with `jax.lax.scan`. Each step computes state = (box.vec + state + jnp.ones(box.scale)) * x".
Class: decoy
"""
import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        return (self.vec,), self.scale

    @classmethod
    def tree_unflatten(cls, scale, children):
        return cls(children[0], scale)


@jax.jit
def run_scan(box, init, xs):
    _, xs = jax.lax.scan(lambda carry, x: (carry, x), init, xs)
    t = jnp.arange(xs.size)
    k, end, j = t[:, None, None], t[None, :, None], t[None, None, :]
    products = jnp.where((j >= k) & (j <= end), xs, 1.0).prod(axis=2)  # of xs[k], ..., xs[end]
    weights = jnp.where(t[:, None] <= t[None, :], products, 0.0).sum(axis=0)
    states = products[0][:, None] * init + weights[:, None] * (box.vec + jnp.ones(box.scale))
    return states[-1], states
