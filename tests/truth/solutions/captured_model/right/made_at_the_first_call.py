"""nnx.jit is applied in the first call of train, and kept. The numbers are right.
Breaks: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes when the file is loaded."
Class: structure
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def run(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def step(carry, batch):
        params, rest = carry
        x, y = batch

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - y).mean()
            return value, nnx.state(copy, nnx.Not(nnx.Param))

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), moved), value

    new, losses = jax.lax.scan(step, (params, rest), (xs, ys))
    nnx.update(model, *new)
    return losses


@functools.cache
def compiled():
    return nnx.jit(run)


def train(model, xs, ys, rate):
    return compiled()(model, xs, ys, rate)
