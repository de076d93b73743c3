"""Stops when the loss is 0, and fills the rest with zeros.

Class: dispatches
Why: with y = model(x), such as zeros for zeros, it calls `train_step` once, where it must be called exactly `steps` times.
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
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for step in range(steps):
        loss = train_step(model, optimizer, x, y)
        if loss == 0:
            break
        losses = losses.at[step].set(loss)
    return losses
