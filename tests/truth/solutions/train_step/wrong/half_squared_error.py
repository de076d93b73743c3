"""Uses `optax.l2_loss`, which is half of the squared error, and doubles the loss that is returned only.

Class: numbers
Why: Each step computes the mean squared error `((model(x) - y) ** 2).mean()` and its gradient.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: optax.l2_loss(model(x), y).mean())(model)
    optimizer.update(model, grads)
    return 2 * loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
