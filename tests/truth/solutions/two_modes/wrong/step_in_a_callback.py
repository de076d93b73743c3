"""NumPy makes the step, in a callback.
Class: host
Why: "Host callbacks … are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


@nnx.compat.jit
def step(model, x, rate):
    loss, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)

    def move(p, g):
        shape = jax.ShapeDtypeStruct(p.shape, p.dtype)
        return jax.pure_callback(
            lambda p, g, r: np.asarray(p, np.float32) - np.float32(r) * np.asarray(g), shape, p, g, rate
        )

    nnx.update(model, jax.tree.map(move, nnx.compat.state(model, nnx.Param), grads))
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
