"""Calls the step by keyword, and gets the loss back in a NamedTuple."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Metrics(NamedTuple):
    loss: jax.Array
    gradient_norm: jax.Array


@nnx.jit
def train_step(*, model, optimizer, inputs, targets) -> Metrics:
    loss, grads = nnx.value_and_grad(lambda m: ((m(inputs) - targets) ** 2).mean())(model)
    optimizer.update(model, grads)
    return Metrics(loss, optax.global_norm(grads))


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    metrics = [train_step(model=model, optimizer=optimizer, inputs=x, targets=y) for _ in range(steps)]
    return jnp.stack([m.loss for m in metrics])
