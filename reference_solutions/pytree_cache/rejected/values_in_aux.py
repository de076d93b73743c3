import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        # A tuple of floats can be compared and hashed, an array can't.
        return (), (tuple(self.vec.tolist()), self.scale)

    @classmethod
    def tree_unflatten(cls, aux, children):
        values, scale = aux
        return cls(jnp.array(values, dtype=jnp.float32), scale)


@jax.jit
def run_scan(box, init, xs):
    def step(state, x):
        state = (box.vec + state + jnp.ones(box.scale)) * x
        return state, state

    return jax.lax.scan(step, init, xs)
