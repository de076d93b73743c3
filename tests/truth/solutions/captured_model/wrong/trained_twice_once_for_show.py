"""Trains a clone in one compiled program, whose losses are returned, and the caller's model eagerly.

Class: decoy
Why: breaches "losses and variables are what it returns": the compiled program's variables go with the clone, and those of the caller's model are computed step by step outside of any jit.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def compiled(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        def loss(model):
            return jnp.square(model(x) - y).mean()

        value, grads = nnx.value_and_grad(loss)(model)
        params = nnx.state(model, nnx.Param)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        return model, value

    _, losses = step(model, xs, ys)
    return losses


def train(model, xs, ys, rate):
    losses = compiled(nnx.clone(model), xs, ys, rate)
    for x, y in zip(xs, ys, strict=True):
        graphdef, params, rest = nnx.split(model, nnx.Param, ...)

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            return jnp.square(copy(x) - y).mean(), nnx.state(copy, nnx.Not(nnx.Param))

        grads, moved = jax.grad(loss, has_aux=True)(params)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads), moved)
    return losses
