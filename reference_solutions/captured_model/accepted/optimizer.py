"""An optimizer beside the model, both in the carry. Its rate is a number that the scan reads from outside."""

import jax.numpy as jnp
import optax
from flax import nnx


def step(carry, x, y):
    model, optimizer = carry
    value, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
    optimizer.update(model, grads)
    return carry, value


scan = nnx.scan(step, in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))


@nnx.jit
def train(model, xs, ys, rate):
    optimizer = nnx.Optimizer(model, optax.sgd(rate), wrt=nnx.Param)
    return scan((model, optimizer), xs, ys)[1]
