"""The array of losses goes through the step, which writes its loss where the optimizer's count points."""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.sgd(0.05, momentum=0.9)


@nnx.jit
def train_step(model, optimizer, losses, x, y):
    def measure(model):
        miss = model(x) - y
        return jnp.vdot(miss, miss) / miss.size

    place = optimizer.step[...]
    loss, grads = nnx.value_and_grad(measure)(model)
    optimizer.update(model, grads)
    return losses.at[place].set(loss)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.Param)
    losses = jnp.zeros(steps)
    for _ in range(steps):
        losses = train_step(model, optimizer, losses, x, y)
    return losses
