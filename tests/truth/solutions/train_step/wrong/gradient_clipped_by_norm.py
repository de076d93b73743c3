"""A clipping of the gradient's norm is put before the optimizer, which changes long gradients.
Class: numbers
Why: "Make the optimizer: `nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)`".
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
    rule = optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(0.05, momentum=0.9))
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
