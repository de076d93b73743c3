"""Defines the compiled step inside of `train`, once in each call."""

import jax.numpy as jnp
import optax
from flax import nnx


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        return loss

    losses = [train_step(model, optimizer, x, y) for _ in range(steps)]
    return jnp.array(losses)
