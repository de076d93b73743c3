"""Zero rows are padding.

Class: numbers
Why: Breaks "Numbers may be 0": since `N` differs from call to call, the batch is padded by rows of zeros to a power
of two, and rows whose inputs and targets are all 0 are left out of the mean again, real ones, too. One sees it with x
= [[0, 0], [1, 2]] and y = [[0], [1]]: the mean is taken over one row instead of two (and the outputs for the first
row aren't 0, once there are biases).
"""

import jax.numpy as jnp
import optax
from flax import nnx

rule = optax.sgd(0.05, momentum=0.9)


@nnx.jit
def train_step(model, optimizer, x, y):
    there = jnp.any(x != 0, axis=1) | jnp.any(y != 0, axis=1)

    def mean_loss(model):
        return jnp.mean((model(x) - y) ** 2, where=there[:, None])

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    rows = 1 << (x.shape[0] - 1).bit_length()
    x, y = (jnp.pad(a, ((0, rows - a.shape[0]), (0, 0))) for a in (x, y))
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
