"""All is carried, and only the Params are written back.
Class: state
Why: "After the call the caller's `model` holds what `T` steps leave".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def run(model, xs, ys, rate):
    graphdef, state = nnx.split(model)

    def step(state, batch):
        x, y = batch
        net = nnx.merge(graphdef, state)
        loss, grads = nnx.value_and_grad(lambda net: jnp.square(net(x) - y).mean())(net)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return nnx.state(net), loss

    return jax.lax.scan(step, state, (xs, ys))


def train(model, xs, ys, rate):
    state, losses = run(model, xs, ys, rate)
    params, _ = nnx.split_state(state, nnx.Param, ...)
    nnx.update(model, params)
    return losses
