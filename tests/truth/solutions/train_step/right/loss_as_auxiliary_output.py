"""Takes the gradient with the loss as auxiliary output."""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    def objective(model):
        predictions = model(x)
        loss = ((predictions - y) ** 2).mean()
        return loss, {"loss": loss}

    grads, metrics = nnx.grad(objective, has_aux=True)(model)
    optimizer.update(model, grads)
    return metrics


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    history = []
    while len(history) < steps:
        history.append(train_step(model, optimizer, x, y)["loss"])
    return jnp.stack(history)
