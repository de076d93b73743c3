"""Has the loss at module level, with model, inputs and outputs as arguments."""

import jax.numpy as jnp
import optax
from flax import nnx


def mean_squared_error(model, x, y):
    error = model(x) - y
    return jnp.mean(jnp.square(error))


loss_and_gradient = nnx.value_and_grad(mean_squared_error)


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, gradient = loss_and_gradient(model, x, y)
    optimizer.update(model, gradient)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros((steps,), jnp.float32)
    for i in range(steps):
        losses = losses.at[i].set(train_step(model, optimizer, x, y))
    return losses
