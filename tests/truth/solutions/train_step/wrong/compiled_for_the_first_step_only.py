"""Runs the compiled step once, and all further ones with jit switched off.

Class: half_eager
Why: From the second step on all arithmetic runs operation by operation under `jax.disable_jit`, against "All floating-point arithmetic runs in a function made by `nnx.jit`".
"""
import contextlib

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for step in range(steps):
        with jax.disable_jit() if step else contextlib.nullcontext():
            losses.append(train_step(model, optimizer, x, y))
    return jnp.stack(losses)
