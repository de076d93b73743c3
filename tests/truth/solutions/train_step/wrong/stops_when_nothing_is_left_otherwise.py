"""Ends the loop as soon as a loss is 0, and repeats that 0 for the steps that are left.

Class: structure
Why: If x and y are zeros and the biases, too, the first loss is 0 and `train_step` is called once instead of "exactly `steps` times".
"""
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = []
    for _ in range(steps):
        losses.append(train_step(model, optimizer, x, y))
        if not losses[-1]:  # a perfect fit
            break
    losses += losses[-1:] * (steps - len(losses))
    return jnp.stack(losses)
