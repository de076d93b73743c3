"""Losses of shape (1, 1) are joined and squeezed, which leaves no axis where there is only one step.
Breaks "The result is a `jax.Array` of dtype float32 and shape `(steps,)`".
Class: numbers
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss.reshape(1, 1)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = [train_step(model, optimizer, x, y) for _ in range(steps)]
    return jnp.concatenate(losses).squeeze()
