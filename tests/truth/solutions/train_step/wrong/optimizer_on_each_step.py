"""Makes the optimizer anew on each step, which forgets the momentum.

Class: numbers
Why: Make the optimizer, then call `train_step` exactly `steps` times.
"""

import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.sgd(0.05, momentum=0.9)


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def train(model, x, y, steps):
    losses = []
    for _ in range(steps):
        optimizer = nnx.Optimizer(model, RULE, wrt=nnx.Param)
        losses.append(train_step(model, optimizer, x, y))
    return jnp.stack(losses)
