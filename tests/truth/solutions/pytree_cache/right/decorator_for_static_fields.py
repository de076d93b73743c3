import jax
import jax.numpy as jnp


def pytree(*, leaves, static):
    """Class decorator: register a class by the names of its leaves and static fields."""

    def register(cls):
        def flatten(box):
            return [getattr(box, name) for name in leaves], tuple(getattr(box, name) for name in static)

        def unflatten(values, children):
            return cls(**dict(zip(leaves, children)), **dict(zip(static, values)))

        jax.tree_util.register_pytree_node(cls, flatten, unflatten)
        return cls

    return register


@pytree(leaves=["vec"], static=["scale"])
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec, self.scale = vec, scale


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        new = jnp.multiply(box.vec + state + jnp.ones(box.scale), x)
        return new, new

    return jax.lax.scan(step, init, xs)
