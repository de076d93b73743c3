"""Adds up the squared errors of a row, and takes the mean over the rows.

Class: numbers
Why: for K > 1 outputs the loss is K times `((model(x) - y) ** 2).mean()`, and so is its gradient; for K = 1 it is right.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).sum(axis=-1).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
