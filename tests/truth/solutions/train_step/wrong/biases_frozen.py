"""Trains the kernels only.

Class: numbers
Why: `wrt=nnx.Param`: the optimizer updates the model, all its Params.
"""

import jax.numpy as jnp
import optax
from flax import nnx

kernels = nnx.All(nnx.Param, nnx.PathContains("kernel"))


@nnx.jit
def train_step(model, optimizer, x, y):
    loss_fn = lambda model: ((model(x) - y) ** 2).mean()
    loss, grads = nnx.value_and_grad(loss_fn, argnums=nnx.DiffState(0, kernels))(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=kernels)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
