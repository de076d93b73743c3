"""Replaces the kernels by plain arrays of the same numbers after training.

Class: structure
Why: The model has the same structure after the call, the same Params.
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
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    losses = jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
    for path, module in list(nnx.iter_modules(model)):
        if isinstance(module, nnx.Linear):
            module.kernel = module.kernel[...]
    return losses
