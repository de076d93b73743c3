"""Computes gradient and momentum in NumPy and lets the compiled step write the new numbers.

Class: decoy
Why: Each step computes the mean squared error and its gradient, and lets the optimizer update the model.
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


@nnx.jit
def train_step(model, new, loss):
    nnx.update(model, new)
    return loss


def train(model, x, y, steps):
    momentum, losses = None, []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        if momentum is None:
            momentum = jax.tree.map(np.asarray, grads)
        else:
            momentum = jax.tree.map(lambda m, g: np.float32(0.9) * m + np.asarray(g), momentum, grads)
        old = nnx.state(model, nnx.Param)
        new = jax.tree.map(lambda p, m: jnp.asarray(np.asarray(p) - np.float32(0.05) * m), old, momentum)
        losses.append(train_step(model, new, loss))
    return jnp.stack(losses)
