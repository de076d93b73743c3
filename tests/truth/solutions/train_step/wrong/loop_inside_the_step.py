"""Trains all steps in one compiled call.

Class: structure
Why: Call `train_step` exactly `steps` times, from a Python loop.
"""

import functools

import jax.numpy as jnp
import optax
from flax import nnx


@functools.partial(nnx.jit, static_argnames="steps")
def train_step(model, optimizer, x, y, steps):
    losses = []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        losses.append(loss)
    return jnp.stack(losses)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return train_step(model, optimizer, x, y, steps=steps)
