"""Computes the loss before each step, and the step computes the gradient only.

Class: half_eager
Why: "Each step computes the mean squared error" and "All floating-point arithmetic runs in a function made by `nnx.jit`": the losses are computed eagerly.
"""

import jax.numpy as jnp
import optax
from flax import nnx


def mean_loss(model, x, y):
    return ((model(x) - y) ** 2).mean()


@nnx.jit
def train_step(model, optimizer, x, y):
    grads = nnx.grad(mean_loss)(model, x, y)
    optimizer.update(model, grads)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        losses.append(mean_loss(model, x, y))
        train_step(model, optimizer, x, y)
    return jnp.stack(losses)
