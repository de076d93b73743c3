"""Calls a copy of the model for the loss, and another one for the gradient.

Class: flops
Why: Each step breaks "Call `model(x)` once". Numbers, state and counters are right, since the variables of one copy
are kept.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def learn(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def step(carry, batch):
        params, rest = carry
        x, y = batch

        def copy_of(params):
            return nnx.merge(graphdef, params, rest, copy=True)

        reader = copy_of(params)
        value = jnp.square(reader(x) - y).mean()
        moved = nnx.state(reader, nnx.Not(nnx.Param))
        grads = jax.grad(lambda params: jnp.square(copy_of(params)(x) - y).mean())(params)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), moved), value

    (params, rest), losses = jax.lax.scan(step, (params, rest), (xs, ys))
    nnx.update(model, params, rest)
    return losses


def train(model, xs, ys, rate):
    return learn(model, xs, ys, rate)
