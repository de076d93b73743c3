"""Losses leave the loop as a column and are squeezed, which takes away the axis of the steps, too, if there is one step.
It breaks "The result is a jax.Array of dtype float32 and shape (T,)" for T = 1.
Class: numbers
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.scan(in_axes=(nnx.Carry, 0, 0, None), out_axes=(nnx.Carry, 0))
def step(model, x, y, rate):
    def loss(model):
        return jnp.square(model(x) - y).mean()

    value, grads = nnx.value_and_grad(loss)(model)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return model, value.reshape(1)


@nnx.jit
def train(model, xs, ys, rate):
    _, losses = step(model, xs, ys, rate)
    return losses.squeeze()
