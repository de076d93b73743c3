"""Fills the rows up with zeros to a power of two, so that fewer sizes are compiled, and divides by the true number.

Class: layout
Why: With a number of rows that is no power of two, such as 3, the added rows are predicted by the biases, and their errors count as soon as a bias isn't 0.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y, count):
    def mean_loss(model):
        return ((model(x) - y) ** 2).sum() / count

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    rows, more = x.shape[0], 1
    while more < rows:
        more *= 2
    count = y.size
    x, y = (jnp.pad(array, ((0, more - rows), (0, 0))) for array in (x, y))
    return jnp.stack([train_step(model, optimizer, x, y, count) for _ in range(steps)])
