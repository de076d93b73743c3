"""Trains a clone and moves all of its attributes into the caller's model.

Class: state
Why: The model holds new variables after the call, so whoever holds one of the old ones sees untrained numbers: "the same variables".
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    clone = nnx.clone(model)
    optimizer = nnx.Optimizer(clone, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = [train_step(clone, optimizer, x, y) for _ in range(steps)]
    for name, value in list(vars(clone).items()):
        if not name.startswith("_"):
            setattr(model, name, value)
    return jnp.stack(losses)
