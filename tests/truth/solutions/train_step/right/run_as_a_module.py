"""A module of its own holds the model and the optimizer, and is what the compiled step gets."""

import jax.numpy as jnp
import optax
from flax import nnx


class Run(nnx.Module):
    def __init__(self, model):
        self.model = model
        self.optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)


@nnx.jit
def train_step(run, x, y):
    loss, slopes = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(run.model)
    run.optimizer.update(run.model, slopes)
    return loss


def train(model, x, y, steps):
    run = Run(model)
    return jnp.stack([train_step(run, x, y) for _ in range(steps)])
