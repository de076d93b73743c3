"""The loss is that of after the step.
Class: numbers
Why: "Return the losses of all batches, each from before the step on it".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def loss_fn(model, x, y):
    return jnp.square(model(x) - y).mean()


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, state = nnx.split(model)

    def step(state, batch):
        net = nnx.merge(graphdef, state)
        grads = nnx.grad(loss_fn)(net, *batch)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return nnx.state(net), loss_fn(nnx.clone(net), *batch)

    state, losses = jax.lax.scan(step, state, (xs, ys))
    nnx.update(model, state)
    return losses
