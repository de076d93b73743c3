"""`jax.lax.while_loop`, with a counter of its own."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, state = nnx.split(model)

    def going_on(carry):
        return carry[0] < xs.shape[0]

    def body(carry):
        i, state, losses = carry
        net = nnx.merge(graphdef, state)
        loss, grads = nnx.value_and_grad(lambda net: jnp.square(net(xs[i]) - ys[i]).mean())(net)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return i + 1, nnx.state(net), losses.at[i].set(loss)

    start = jnp.int32(0), state, jnp.zeros(xs.shape[0], jnp.float32)
    _, state, losses = jax.lax.while_loop(going_on, body, start)
    nnx.update(model, state)
    return losses
