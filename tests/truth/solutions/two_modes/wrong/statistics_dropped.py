"""What the merged model counts is dropped.
Class: state
Why: "After the call the caller's `model` holds what `T` steps leave".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def loss_fn(params):
        return jnp.square(nnx.merge(graphdef, params, rest, copy=True)(x) - x).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
