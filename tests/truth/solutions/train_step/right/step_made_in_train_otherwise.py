"""Each call of `train` makes its own step once; the gradient is JAX's, with respect to the state of the Params."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)

    @nnx.jit
    def train_step(model, optimizer, x, y):
        graphdef, params, rest = nnx.split(model, nnx.Param, ...)

        def measure(params):
            return ((nnx.merge(graphdef, params, rest)(x) - y) ** 2).mean()

        loss, grads = jax.value_and_grad(measure)(params)
        optimizer.update(model, grads)
        return loss

    losses = []
    while len(losses) < steps:
        losses.append(train_step(model, optimizer, x, y))
    return jnp.stack(losses)
