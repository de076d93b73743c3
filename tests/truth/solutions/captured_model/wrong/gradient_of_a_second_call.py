"""Calls the model for the loss, and then a copy of it for the gradient, whose changes are thrown away.

Class: numbers
Why: breaches "call model(x) once": the copy is made after the statistics and the random counters have moved, so for a model with dropout, or one that reads its statistics, the gradient belongs to other numbers than the loss.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        value = jnp.square(model(x) - y).mean()
        graphdef, params, rest = nnx.split(model, nnx.Param, ...)

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            return jnp.square(copy(x) - y).mean()

        grads = jax.grad(loss)(params)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        return model, value

    _, losses = step(model, xs, ys)
    return losses
