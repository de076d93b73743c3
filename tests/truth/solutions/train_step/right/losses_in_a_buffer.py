"""Passes the array of losses and the step's number through the step."""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, losses, i, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return losses.at[i].set(loss)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(steps, dtype=jnp.float32)
    for i in range(steps):
        losses = train_step(model, optimizer, losses, i, x, y)
    return losses
