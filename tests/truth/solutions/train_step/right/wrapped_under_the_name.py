"""Wraps a private function and gives the wrapper the name."""

import jax.numpy as jnp
import optax
from flax import nnx


def _step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return loss


train_step = nnx.jit(_step)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        losses.append(train_step(model, optimizer, x, y))
    return jnp.stack(losses)
