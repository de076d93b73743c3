"""Sums the squared error over the outputs and takes the mean over the rows.

Class: numbers
Why: `((model(x) - y) ** 2).mean()`.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).sum(axis=1).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
