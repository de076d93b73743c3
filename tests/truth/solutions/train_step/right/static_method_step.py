"""Keeps the compiled step as a static method of a class of functions."""

import jax.numpy as jnp
import optax
from flax import nnx


class Training:
    @staticmethod
    def loss(model, x, y):
        return ((model(x) - y) ** 2).mean()

    @staticmethod
    @nnx.jit
    def train_step(model, optimizer, x, y):
        loss, grads = nnx.value_and_grad(Training.loss)(model, x, y)
        optimizer.update(model, grads)
        return loss


train_step = Training.train_step


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = (train_step(model, optimizer, x, y) for _ in range(steps))
    return jnp.stack(tuple(losses))
