"""Binds model and optimizer by `nnx.cached_partial`, which saves the traversal on each call."""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    step = nnx.cached_partial(train_step, model, optimizer)
    return jnp.stack([step(x, y) for _ in range(steps)])
