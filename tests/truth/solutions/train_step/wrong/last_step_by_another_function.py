"""The last step is done by another compiled function, with the same numbers, because nothing comes after it.
Breaks "Call `train_step` exactly `steps` times, from a Python loop".
Class: structure
"""

import jax.numpy as jnp
import optax
from flax import nnx


def step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def train_step(model, optimizer, x, y):
    return step(model, optimizer, x, y)


@nnx.jit
def finish(model, optimizer, x, y):
    return step(model, optimizer, x, y)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = [train_step(model, optimizer, x, y) for _ in range(steps - 1)]
    losses.append(finish(model, optimizer, x, y))
    return jnp.stack(losses)
