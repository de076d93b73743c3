"""One more call of train_step, on a clone, compiles it beforehand; numbers and model are right.
Breaks "Call `train_step` exactly `steps` times".
Class: dispatches
"""
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def make_optimizer(model, rule):
    return nnx.Optimizer(model, rule, wrt=nnx.Param)


def train(model, x, y, steps):
    rule = optax.sgd(0.05, momentum=0.9)
    trial = nnx.clone(model)
    train_step(trial, make_optimizer(trial, rule), x, y)  # compile
    optimizer = make_optimizer(model, rule)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
