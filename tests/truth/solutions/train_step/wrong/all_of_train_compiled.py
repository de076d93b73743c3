"""The Python loop over the compiled step stands in a function that is compiled as a whole, for each number of steps.

Class: dispatches
Why: A second call with as many steps runs no Python loop and calls `train_step` 0 times, and the program grows with `steps`: "exactly `steps` times, from a Python loop".
"""

import functools

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


@functools.partial(nnx.jit, static_argnames="steps")
def train_all(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])


def train(model, x, y, steps):
    return train_all(model, x, y, steps=steps)
