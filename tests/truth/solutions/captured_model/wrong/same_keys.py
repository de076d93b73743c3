"""The state of random keys is left out of the carry.
Class: key
Why: "After the call the caller's `model` holds what `T` steps leave", "Params, statistics, and the counters of random keys".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, keys, state = nnx.split(model, nnx.RngState, ...)

    def step(state, batch):
        x, y = batch
        net = nnx.merge(graphdef, keys, state, copy=True)
        loss, grads = nnx.value_and_grad(lambda net: jnp.square(net(x) - y).mean())(net)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return nnx.state(net, nnx.Not(nnx.RngState)), loss

    state, losses = jax.lax.scan(step, state, (xs, ys))
    nnx.update(model, state)
    return losses
