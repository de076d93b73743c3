"""A scan that is unrolled.
Class: growth
Why: "With a copy of the step for each, compiling takes more time or memory than there is".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, state = nnx.split(model)

    def step(state, batch):
        x, y = batch
        net = nnx.merge(graphdef, state)
        loss, grads = nnx.value_and_grad(lambda net: jnp.square(net(x) - y).mean())(net)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return nnx.state(net), loss

    state, losses = jax.lax.scan(step, state, (xs, ys), unroll=True)
    nnx.update(model, state)
    return losses
