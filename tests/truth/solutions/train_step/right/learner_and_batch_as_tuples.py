"""The step is `nnx.jit` of a function with another name, which takes two tuples and returns each loss as an array of one."""

import jax.numpy as jnp
import optax
from flax import nnx


def _descend(learner, batch):
    model, optimizer = learner

    def mistake(model, x, y):
        error = model(x) - y
        return jnp.mean(error * error)

    loss, slopes = nnx.value_and_grad(mistake, argnums=nnx.DiffState(0, nnx.Param))(model, *batch)
    optimizer.update(model, slopes)
    return loss.reshape(1)


train_step = nnx.jit(_descend)


def train(model, x, y, steps):
    learner = model, nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)

    def losses():
        for _ in range(steps):
            yield train_step(learner, (x, y))

    return jnp.concatenate(list(losses()))
