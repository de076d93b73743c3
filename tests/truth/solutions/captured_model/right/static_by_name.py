import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnames="graphdef")
def run(state, xs, ys, rate, *, graphdef):
    def step(state, batch):
        x, y = batch
        net = nnx.merge(graphdef, state, copy=True)
        loss, grads = nnx.value_and_grad(lambda net: jnp.square(net(x) - y).mean())(net)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return nnx.split(net)[1], loss

    return jax.lax.scan(step, state, (xs, ys), length=xs.shape[0])


def train(model, xs, ys, rate):
    graphdef, state = nnx.split(model)
    final, losses = run(state, xs, ys, rate, graphdef=graphdef)
    nnx.update(model, final)
    return losses
