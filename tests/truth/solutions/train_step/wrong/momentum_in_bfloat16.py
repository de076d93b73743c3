"""The optimizer keeps its momentum in bfloat16 to save memory; right for one and two losses, then off in the third digit.
Breaks "Make the optimizer: nnx.Optimizer(model, optax.sgd(0.05, momentum=0.9), wrt=nnx.Param)".
Class: dtype
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
    rule = optax.sgd(0.05, momentum=0.9, accumulator_dtype=jnp.bfloat16)
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
