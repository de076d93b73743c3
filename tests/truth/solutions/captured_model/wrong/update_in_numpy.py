"""Gradients come out of the jitted function, and NumPy makes the step.
Class: host
Why: "Nothing is computed in NumPy".
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


@nnx.jit
def slope(model, x, y):
    return nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)


def train(model, xs, ys, rate):
    losses = []
    for x, y in zip(xs, ys, strict=True):
        loss, grads = slope(model, x, y)
        params = nnx.state(model, nnx.Param)
        nnx.update(model, jax.tree.map(lambda p, g: jnp.asarray(np.asarray(p) - np.asarray(rate * g)), params, grads))
        losses.append(loss)
    return jnp.stack(losses)
