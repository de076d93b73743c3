"""The rate is a static number.
Class: retrace
Why: the table of traces: "as many other batches, another rate | 0".
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def step(model, x, y, rate):
    loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return loss


@functools.partial(nnx.jit, static_argnames="rate")
def run(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def body(model, x, y):
        return model, step(model, x, y, rate)

    return body(model, xs, ys)[1]


def train(model, xs, ys, rate):
    return run(model, xs, ys, rate=float(rate))
