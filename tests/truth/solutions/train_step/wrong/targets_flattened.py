"""The first column of the targets is a vector, so it is subtracted from all rows by broadcasting.
Class: numbers
Why: "Each step computes the mean squared error `((model(x) - y) ** 2).mean()` and its gradient".
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(model):
        out = model(x)
        target = y[:, 0] if y.shape[1] == 1 else y
        return ((out - target) ** 2).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
