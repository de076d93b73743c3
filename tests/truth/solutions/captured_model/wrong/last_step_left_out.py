"""All losses are right, and the statistics, but the Params are those from before the last step.
Breaks: "After the call the caller's `model` holds what `T` steps leave".
Class: state
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def step(carry, batch):
        _, params, rest = carry
        x, y = batch

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - y).mean()
            return value, nnx.state(copy, nnx.Not(nnx.Param))

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        return (params, jax.tree.map(lambda p, g: p - rate * g, params, grads), moved), value

    (params, _, rest), losses = jax.lax.scan(step, (params, params, rest), (xs, ys))
    nnx.update(model, params, rest)
    return losses
