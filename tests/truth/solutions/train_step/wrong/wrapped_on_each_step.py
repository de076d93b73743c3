"""Wraps the step anew in each pass of the loop.

Class: retrace
Why: A function named `train_step` is wrapped by `nnx.jit`, once in a call of `train`; JAX traces once in the first call.
"""

import jax.numpy as jnp
import optax
from flax import nnx


def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([nnx.jit(train_step)(model, optimizer, x, y) for _ in range(steps)])
