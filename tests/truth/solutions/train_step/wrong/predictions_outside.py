"""Compiles the update from the gradient and the loss from predictions that were made eagerly.

Class: half_eager
Why: One call of it is one step of training: each step computes `((model(x) - y) ** 2).mean()` and its gradient.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, predictions, grads, y):
    optimizer.update(model, grads)
    return ((predictions - y) ** 2).mean()


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        grads = nnx.grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        losses.append(train_step(model, optimizer, model(x), grads, y))
    return jnp.stack(losses)
