"""Trains a clone and writes nothing back but the last layer.

Class: state
Why: `model` is trained in place.
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
    copy = nnx.clone(model)
    optimizer = nnx.Optimizer(copy, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.stack([train_step(copy, optimizer, x, y) for _ in range(steps)])
    layer = "out" if hasattr(model, "out") else None
    if layer:
        nnx.update(model.out, nnx.state(copy.out, nnx.Param))
    return losses
