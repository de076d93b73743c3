"""The gradient is pulled back by jax.vjp through a function of the Params alone."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    graphdef, params, others = nnx.split(model, nnx.Param, ...)

    def error_of(params):
        predicted = nnx.merge(graphdef, params, others)(x)
        return jnp.mean(jnp.square(predicted - y))

    loss, pull_back = jax.vjp(error_of, params)
    (grads,) = pull_back(jnp.ones_like(loss))
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
