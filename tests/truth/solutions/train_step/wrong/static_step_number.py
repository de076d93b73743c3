"""Passes the number of the step as a static argument.

Class: retrace
Why: JAX traces once in the first call of `train`.
"""

import functools

import jax.numpy as jnp
import optax
from flax import nnx


@functools.partial(nnx.jit, static_argnames="step")
def train_step(model, optimizer, x, y, step):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y, step=step) for step in range(steps)])
