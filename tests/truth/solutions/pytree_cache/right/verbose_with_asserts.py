"""Names each part and asserts shapes."""

import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class ConfigBox:
    """A vector (a leaf) and a scale (static)."""

    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale

    def tree_flatten(self):
        children = (self.vec,)
        aux_data = {"scale": self.scale}
        return children, tuple(aux_data.items())

    @classmethod
    def tree_unflatten(cls, aux_data, children):
        settings = dict(aux_data)
        return cls(vec=children[0], scale=settings["scale"])

    def __repr__(self):
        return f"ConfigBox(vec={self.vec}, scale={self.scale})"


@jax.jit
def run_scan(box, init, xs):
    assert isinstance(box.scale, int)
    assert init.ndim == 1
    assert xs.ndim == 1
    print("tracing with scale", box.scale)

    def one_step(previous_state, x):
        ones = jnp.ones(box.scale, dtype=jnp.float32)
        next_state = (box.vec + previous_state + ones) * x
        carry_on = next_state
        keep = next_state
        return carry_on, keep

    last, states = jax.lax.scan(f=one_step, init=init, xs=xs, length=xs.shape[0])
    assert states.shape == (xs.shape[0], init.shape[0])
    return last, states
