"""Compiles nothing.

Class: structure
Why: `train_step`, made by `nnx.jit`.
"""

import jax.numpy as jnp
import optax
from flax import nnx


def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for step in range(steps):
        losses = losses.at[step].set(train_step(model, optimizer, x, y))
    return losses
