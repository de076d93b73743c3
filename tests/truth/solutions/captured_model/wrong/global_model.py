"""The model is a global that the jitted function reads.
Class: structure
Why: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes when the file is loaded".
"""

import jax
import jax.numpy as jnp
from flax import nnx


current = {}


@nnx.jit
def run(xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
        return model, loss

    return step(current["model"], xs, ys)[1]


def train(model, xs, ys, rate):
    current["model"] = model
    return run(xs, ys, rate)
