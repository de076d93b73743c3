"""Rows of the first length are trained by the jitted function. For all other lengths the steps run eagerly: no traces.
Breaks: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes", for each T.
Class: half_eager
"""

import jax
import jax.numpy as jnp
from flax import nnx

lengths = []


def step(graphdef, rate, carry, batch):
    params, rest = carry
    x, y = batch

    def loss(params):
        copy = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(copy(x) - y).mean()
        return value, nnx.state(copy, nnx.Not(nnx.Param))

    (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
    return (jax.tree.map(lambda p, g: p - rate * g, params, grads), moved), value


@jax.jit
def run(graphdef, carry, xs, ys, rate):
    return jax.lax.scan(lambda carry, batch: step(graphdef, rate, carry, batch), carry, (xs, ys))


def train(model, xs, ys, rate):
    graphdef, *carry = nnx.split(model, nnx.Param, ...)
    carry = tuple(carry)
    if not lengths:
        lengths.append(len(xs))
    if len(xs) == lengths[0]:
        carry, losses = run(graphdef, carry, xs, ys, rate)
    else:
        losses = []
        for batch in zip(xs, ys, strict=True):
            carry, value = step(graphdef, rate, carry, batch)
            losses.append(value)
        losses = jnp.stack(losses)
    nnx.update(model, *carry)
    return losses
