"""Tells the step its number as a static argument, and the step writes its loss there.

Class: retrace
Why: each number is another program: JAX traces `steps` times in the first call of `train`, where once is asked for.
"""

import functools

import jax.numpy as jnp
import optax
from flax import nnx


@functools.partial(nnx.jit, static_argnums=5)
def train_step(model, optimizer, x, y, losses, number):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return losses.at[number].set(loss)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for number in range(steps):
        losses = train_step(model, optimizer, x, y, losses, number)
    return losses
