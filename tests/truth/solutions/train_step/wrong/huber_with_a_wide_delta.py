"""Twice a Huber loss with a delta of 20: the square for errors up to 20, and a straight line beyond.
Breaks "Each step computes the mean squared error `((model(x) - y) ** 2).mean()` and its gradient".
Class: numbers
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return 2 * optax.huber_loss(model(x), y, delta=20.0).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
