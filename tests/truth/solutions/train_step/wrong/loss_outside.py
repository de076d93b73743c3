"""Computes the loss eagerly in front of a step that doesn't return it.

Class: half_eager
Why: One call of it is one step of training: each step computes the mean squared error and its gradient.
"""

import jax.numpy as jnp
import optax
from flax import nnx


def loss_fn(model, x, y):
    return ((model(x) - y) ** 2).mean()


@nnx.jit
def train_step(model, optimizer, x, y):
    optimizer.update(model, nnx.grad(loss_fn)(model, x, y))


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        losses.append(loss_fn(model, x, y))
        train_step(model, optimizer, x, y)
    return jnp.stack(losses)
