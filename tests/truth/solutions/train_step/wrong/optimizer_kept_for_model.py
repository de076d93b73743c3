"""Makes one optimizer for each model, and uses it again in later calls.

Class: memory
Why: a second call of `train` with the same model begins with the momentum of the first call, where step 1 asks for a new optimizer.
"""

import jax.numpy as jnp
import optax
from flax import nnx

optimizers = {}


@nnx.jit
def train_step(model, optimizer, x, y):
    def mean_loss(model):
        return ((model(x) - y) ** 2).mean()

    loss, grads = nnx.value_and_grad(mean_loss)(model)
    optimizer.update(model, grads)
    return loss


def find_optimizer(model):
    if id(model) not in optimizers:
        rule = optax.sgd(0.05, momentum=0.9)
        optimizers[id(model)] = model, nnx.Optimizer(model, rule, wrt=nnx.Param)
    return optimizers[id(model)][1]


def train(model, x, y, steps):
    optimizer = find_optimizer(model)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
