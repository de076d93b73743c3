"""The rate goes down along a cosine, to 0 after a thousand steps.

Class: tame
Why: The rate should be 0.05 in all steps; with some twenty steps, losses and Params are off by far more than rounding.
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    rule = optax.sgd(optax.cosine_decay_schedule(0.05, 1000), momentum=0.9)
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
