"""Statistics move within a step, and are forgotten after it.
Class: state
Why: "After the call the caller's `model` holds what `T` steps leave".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def step(params, batch):
        x, y = batch

        def loss_fn(params):
            return jnp.square(nnx.merge(graphdef, params, rest, copy=True)(x) - y).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params)
        return jax.tree.map(lambda p, g: p - rate * g, params, grads), loss

    params, losses = jax.lax.scan(step, params, (xs, ys))
    nnx.update(model, params)
    return losses
