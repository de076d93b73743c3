"""NumPy makes the step, in a callback.
Class: host
Why: "Host callbacks … are not allowed".
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def subtract(p, g, rate):
    return np.asarray(p, np.float32) - np.asarray(rate, np.float32) * np.asarray(g, np.float32)


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)

        def move(p, g):
            return jax.pure_callback(subtract, jax.ShapeDtypeStruct(p.shape, p.dtype), p, g, rate)

        nnx.update(model, jax.tree.map(move, nnx.state(model, nnx.Param), grads))
        return model, loss

    return step(model, xs, ys)[1]
