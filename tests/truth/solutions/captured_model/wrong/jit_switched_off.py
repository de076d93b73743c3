"""The decorated starter, with jit switched off.
Class: decoy
Why: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes when the file is loaded".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def train(model, xs, ys, rate):
    @nnx.jit
    def step(x, y):
        loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
        return loss

    with jax.disable_jit():
        return jnp.stack([step(x, y) for x, y in zip(xs, ys, strict=True)])
