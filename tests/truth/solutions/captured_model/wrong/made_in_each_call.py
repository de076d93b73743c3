"""The jitted function is made in each call.
Class: retrace
Why: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes when the file is loaded".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def step(model, x, y, rate):
    loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return loss


def train(model, xs, ys, rate):
    @nnx.jit
    def run(model, xs, ys):
        @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
        def body(model, x, y):
            return model, step(model, x, y, rate)

        return body(model, xs, ys)[1]

    return run(model, xs, ys)
