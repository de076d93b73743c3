"""Runs honest compiled steps on a clone and trains the model itself eagerly.

Class: decoy
Why: One call of `train_step` is one step of training; the model is trained by it, in place.
"""

import jax.numpy as jnp
import optax
from flax import nnx


def step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def train_step(model, optimizer, x, y):
    return step(model, optimizer, x, y)


def train(model, x, y, steps):
    rule = optax.sgd(0.05, momentum=0.9)
    clone = nnx.clone(model)
    pairs = [(m, nnx.Optimizer(m, rule, wrt=nnx.Param)) for m in (model, clone)]
    losses = []
    for _ in range(steps):
        train_step(*pairs[1], x, y)
        losses.append(step(*pairs[0], x, y))
    return jnp.stack(losses)
