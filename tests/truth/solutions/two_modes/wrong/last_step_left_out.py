"""All losses are right, but the model gets the Params from before the last step on them.
Breaks: "After the call the caller's `model` holds what `T` steps leave".
Class: state
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(graphdef, params, rest, x, rate):
    def loss(params):
        copy = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(copy(x) - x).mean()
        return value, nnx.split(copy, nnx.Param, ..., graph=True)[2]

    (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads), moved, value


def fit(model, xs, rate):
    graphdef, new, rest = nnx.split(model, nnx.Param, ..., graph=True)
    losses = []
    for x in xs:
        params = new
        new, rest, value = step(graphdef, params, rest, x, rate)
        losses.append(value)
    nnx.update(model, params, rest)
    return jnp.stack(losses)
