"""Differentiates with respect to a state of Params, by `jax.value_and_grad` and `nnx.merge`."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    graph, params, rest = nnx.split(model, nnx.Param, ...)

    def loss_fn(params):
        return jnp.mean((nnx.merge(graph, params, rest)(x) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
