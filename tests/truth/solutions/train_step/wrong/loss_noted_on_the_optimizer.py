"""The first step makes a variable for the last loss on the optimizer, and later steps set it.

Class: retrace
Why: After the first step the optimizer has another structure, so the second step is traced again: "JAX traces once in the first call of `train`."
"""

import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    if hasattr(optimizer, "last_loss"):
        optimizer.last_loss[...] = loss
    else:
        optimizer.last_loss = nnx.Variable(loss)
    return loss


def train(model, x, y, steps):
    optimizer = nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
