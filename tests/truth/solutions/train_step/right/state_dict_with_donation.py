import functools

import jax.numpy as jnp
import optax
from flax import nnx


@functools.partial(nnx.jit, donate_argnames="optimizer")
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    while len(losses) < steps:
        losses.append(train_step(model, optimizer, x, y))
    return jnp.array(losses)
