"""Catches the error, and goes on without jit.
Class: half_eager
Why: "The work is done by one call of a function that `nnx.jit` or `jax.jit` makes when the file is loaded".
"""

import flax
import jax
import jax.numpy as jnp
from flax import nnx


def train(model, xs, ys, rate):
    def step(x, y):
        loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
        return loss

    fast = nnx.jit(step)
    losses = []
    for x, y in zip(xs, ys, strict=True):
        try:
            losses.append(fast(x, y))
        except (flax.errors.TraceContextError, ValueError):
            losses.append(step(x, y))
    return jnp.stack(losses)
