"""Calls a compiled identity as often as it should, and trains eagerly.

Class: decoy
Why: One call of `train_step` is one step of training.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(loss):
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
        optimizer.update(model, grads)
        losses.append(train_step(loss))
    return jnp.stack(losses)
