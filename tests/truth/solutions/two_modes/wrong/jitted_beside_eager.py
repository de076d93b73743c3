"""Calls the jitted step with the right arguments for each batch, drops what it returns, and keeps the results of an eager one.

Class: decoy
Why: "Losses and variables are what it returns": all that fit returns and writes comes from the function below the jit, which runs eagerly.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def step(graphdef, params, rest, x, rate):
    def loss(params):
        copy = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(copy(x) - x).mean()
        _, _, after = nnx.split(copy, nnx.Param, ..., graph=True)
        return value, after

    (value, after), grads = jax.value_and_grad(loss, has_aux=True)(params)
    moved = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return value, moved, after


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    losses = []
    for x in xs:
        step(graphdef, params, rest, x, rate)
        value, params, rest = step.__wrapped__(graphdef, params, rest, x, rate)
        losses.append(value)
    nnx.update(model, params)
    nnx.update(model, rest)
    return jnp.stack(losses)
