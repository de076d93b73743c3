"""The losses so far are an argument and grow with each step, so each step has a new shape.
Class: retrace
Why: "JAX traces once in the first call of `train`".
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y, history):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return jnp.append(history, loss)


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.zeros(0)
    for _ in range(steps):
        losses = train_step(model, optimizer, x, y, losses)
    return losses
