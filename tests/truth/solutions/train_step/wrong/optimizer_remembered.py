"""Keeps the optimizer of the first call, with its momentum, for networks of the same shapes.

Class: memory
Why: Make the optimizer: `nnx.Optimizer(model, ...)`, in each call of `train`.
"""

import jax
import jax.numpy as jnp
import optax
from flax import nnx

optimizers = {}


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    key = tuple(leaf.shape for leaf in jax.tree.leaves(nnx.state(model, nnx.Param)))
    if key not in optimizers:
        optimizers[key] = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizers[key], x, y) for _ in range(steps)])
