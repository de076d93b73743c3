"""The step takes x and y as one tuple, and is jitted by a call; the loss function is at the top of the file."""

from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax import nnx

Batch = tuple[jax.Array, jax.Array]


def squared_error(model: nnx.Module, batch: Batch) -> jax.Array:
    x, y = batch
    return jnp.square(model(x) - y).mean()


def take(optimizer: nnx.Optimizer, model: nnx.Module, batch: Batch) -> jax.Array:
    loss, grads = nnx.value_and_grad(squared_error)(model, batch)
    optimizer.update(model, grads)
    return loss


train_step = nnx.jit(take)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    step = partial(train_step, optimizer, model)
    return jnp.stack([step((x, y)) for _ in range(steps)])
