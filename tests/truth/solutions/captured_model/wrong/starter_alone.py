"""The starter as it came.
Class: half_eager
Why: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes when the file is loaded".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x, y):
    return jnp.square(model(x) - y).mean()


def train(model, xs, ys, rate):
    def step(x, y):
        value, grads = nnx.value_and_grad(loss)(model, x, y)
        params = nnx.state(model, nnx.Param)
        moved = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        nnx.update(model, moved)
        return value

    return jnp.array([step(x, y) for x, y in zip(xs, ys, strict=True)])
