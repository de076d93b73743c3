"""After five steps the rate is halved by a schedule.
Class: numbers
Why: "`optax.sgd(0.05, momentum=0.9)`"
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    schedule = optax.piecewise_constant_schedule(0.05, {5: 0.5})
    optimizer = nnx.Optimizer(model, optax.sgd(schedule, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
