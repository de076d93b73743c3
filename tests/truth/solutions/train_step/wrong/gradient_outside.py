"""Takes loss and gradient eagerly, and compiles the update.

Class: half_eager
Why: One call of it is one step of training: each step computes the mean squared error and its gradient.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, grads):
    optimizer.update(model, grads)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        train_step(model, optimizer, grads)
        losses.append(loss)
    return jnp.stack(losses)
