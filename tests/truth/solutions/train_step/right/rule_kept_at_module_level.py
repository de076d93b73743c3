"""Makes the optax rule once, so that a second network finds the program of the first."""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.sgd(learning_rate=0.05, momentum=0.9)


@nnx.jit
def train_step(model, optimizer, batch):
    x, y = batch
    loss, grads = nnx.value_and_grad(lambda net: optax.squared_error(net(x), y).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.Param)
    return jnp.asarray([train_step(model, optimizer, (x, y)) for _ in range(steps)])
